import { call } from '../../api/client';
import type { User } from '../../api/generated';

export type Credentials = { username: string; password: string };

export const logIn = (credentials: Credentials) => call<User>('POST', '/user/login', credentials);
export const signUp = (credentials: Credentials) => call<User>('POST', '/user/signup', credentials);
