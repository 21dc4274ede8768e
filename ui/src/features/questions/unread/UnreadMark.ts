import { lazyWithRetry } from '../../../components/lazyWithRetry';

/** Marks a question with new answers. Loads after the list. */
export const UnreadMark = lazyWithRetry(() => import('./NewAnswers'), { isOptional: true });
