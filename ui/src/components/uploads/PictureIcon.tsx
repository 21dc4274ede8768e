import { Icon } from '../icons';

/** A picture of a sun above a mountain. */
export const PictureIcon = () => <Icon d="M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9.25v.01" />;
