/** Cuts a part with a fixed shape out of a picture. */

type Size = { readonly width: number; readonly height: number };

/** The size of a chosen picture, in pixels. */
export const avatarFrame: Size = { width: 256, height: 256 };

/** The part of a picture that is kept: its center is at `x` and `y`, both from 0 to 1. */
export type Crop = {
  readonly x: number;
  readonly y: number;
  /** 1 keeps as much as possible; 4 keeps a part with a quarter of that width. */
  readonly zoom: number;
};

export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The largest zoom. */
export const maxZoom = 4;

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Returns the size of the kept part, in pixels of the picture. */
function kept({ width, height }: Size, zoom: number, frame: Size): Size {
  const ratio = frame.width / frame.height;
  const keptWidth = Math.min(width, height * ratio) / zoom;
  return { width: keptWidth, height: keptWidth / ratio };
}

/** Returns the crop with its part inside of the picture. */
export function inside(picture: Size, { x, y, zoom }: Crop, frame = avatarFrame): Crop {
  const { width, height } = kept(picture, zoom, frame);
  const [halfX, halfY] = [width / picture.width / 2, height / picture.height / 2];
  return { x: between(halfX, x, 1 - halfX), y: between(halfY, y, 1 - halfY), zoom };
}

/** Returns the crop after the user has dragged the picture, by parts of the width that is kept. */
export function moved(picture: Size, { x, y, zoom }: Crop, right: number, down: number, frame = avatarFrame): Crop {
  const { width } = kept(picture, zoom, frame);
  const crop = { x: x - (right * width) / picture.width, y: y - (down * width) / picture.height, zoom };
  return inside(picture, crop, frame);
}

/** Draws the kept part of a picture on a canvas with the size of the frame. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, frame: Size): void {
  const { width, height } = kept(picture, crop.zoom, frame);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, frame.width, frame.height);
  const [left, top] = [crop.x * picture.width - width / 2, crop.y * picture.height - height / 2];
  context.drawImage(picture, left, top, width, height, 0, 0, frame.width, frame.height);
}

/** The smallest and the largest side of a picture that is not cut, in pixels. */
const wholeSides = [64, 512] as const;

/** Draws a whole picture, smaller if it is large, with an empty margin if a side would be too short. */
export function drawWhole(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const [least, most] = wholeSides;
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  canvas.width = Math.max(least, width);
  canvas.height = Math.max(least, height);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

/** The largest size of a file that is not a JPEG, in bytes. */
const maxPng = 512 * 1024;

/** Returns what a canvas shows, as a file. JPEG is smaller, but has no transparency. */
export async function fileOf(canvas: HTMLCanvasElement, isPhotograph: boolean): Promise<Blob> {
  const file = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error('The picture cannot be drawn.'))),
      isPhotograph ? 'image/jpeg' : 'image/png',
      0.9,
    ),
  );
  return isPhotograph || file.size <= maxPng ? file : fileOf(canvas, true);
}
