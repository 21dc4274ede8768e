import type { Answer, Comment, Question } from './generated';

/** The size of a picture in a text. */
export type PictureSize = { _id: string; width: number; height: number };

/** A text with the sizes of its pictures: a question with those of its answers and comments too. */
export type WithPictures = (Question | Answer | Comment) & { pictures?: PictureSize[] };

/** An uploaded picture. */
export type Picture = PictureSize & {
  /** The size of its files. */
  bytes: number;
  type: 'image/png' | 'image/jpeg';
};

/** A text that shows a picture. */
export type PictureUse = {
  kind: 'question' | 'answer' | 'comment' | 'message' | 'tag' | 'community' | 'avatar';
  contentId: string;
  qid?: string;
  title?: string;
  answerId?: string;
  chatId?: string;
  tag?: string;
  community?: string;
};

/** A picture of a member, with the first texts that show it. */
export type PictureRecord = Picture & { uploadedAt: string; uses: PictureUse[]; useCount: number };

/** What the viewer's pictures take, and what they may take. */
export type PictureUsage = {
  bytes: number;
  limit: number;
  count: number;
  today: { count: number; limit: number; bytes: number; byteLimit: number };
};

/** The pictures of the site. */
export type PictureCounts = {
  pictures: number;
  bytes: number;
  files: number;
  unused: { pictures: number; bytes: number };
  largest: { username: string; pictures: number; bytes: number }[];
};
