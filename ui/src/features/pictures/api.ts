import { del } from '../../api/client';

export const deletePicture = (id: string) => del<unknown>(`/picture/deletePicture/${encodeURIComponent(id)}`);
