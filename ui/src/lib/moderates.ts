import type { User } from '../api/generated';
import { moderatesSite } from './session';

/** Returns whether a user moderates the site or a community, and therefore has a queue. */
export const moderates = (user: User) => moderatesSite(user) || user.moderatesCommunity;
