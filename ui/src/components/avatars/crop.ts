/** Cuts a square out of a picture. */

/** The width and height of a chosen picture, in pixels. */
export const avatarSide = 256;

/** The part of a picture that is kept: a square whose center is at `x` and `y`, both from 0 to 1. */
export type Crop = {
  readonly x: number;
  readonly y: number;
  /** 1 keeps as much as possible; 4 keeps a square with a quarter of that side. */
  readonly zoom: number;
};

export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The largest zoom. */
export const maxZoom = 4;

type Size = { readonly width: number; readonly height: number };

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Returns the crop with its square inside of the picture. */
export function inside({ width, height }: Size, { x, y, zoom }: Crop): Crop {
  const side = Math.min(width, height) / zoom;
  const [halfX, halfY] = [side / width / 2, side / height / 2];
  return { x: between(halfX, x, 1 - halfX), y: between(halfY, y, 1 - halfY), zoom };
}

/** Returns the crop after the user has dragged the picture by a part of the square's side. */
export function moved({ width, height }: Size, { x, y, zoom }: Crop, right: number, down: number): Crop {
  const side = Math.min(width, height) / zoom;
  return inside({ width, height }, { x: x - (right * side) / width, y: y - (down * side) / height, zoom });
}

/** Draws the kept part of a picture. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { width, height } = picture;
  const side = Math.min(width, height) / crop.zoom;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, avatarSide, avatarSide);
  const [left, top] = [crop.x * width - side / 2, crop.y * height - side / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, avatarSide, avatarSide);
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

/** Returns what a canvas shows, as a file. JPEG is smaller, but has no transparency. */
export function fileOf(canvas: HTMLCanvasElement, isPhotograph: boolean): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error('The picture cannot be drawn.'))),
      isPhotograph ? 'image/jpeg' : 'image/png',
      0.9,
    ),
  );
}
