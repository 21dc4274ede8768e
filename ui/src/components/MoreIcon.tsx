import { Icon } from './icons';

export const MoreIcon = () => <Icon d="M5 12h.01M12 12h.01M19 12h.01" />;
