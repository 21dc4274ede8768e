/** Draws a shape of 24 by 24 units in the color of the text. */
export const Icon = ({ d }: { d: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="1.25rem"
    height="1.25rem"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);

/** Returns the path of a circle. */
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

export const HomeIcon = () => <Icon d="M3 11l9-8 9 8M5.5 9.5V20h13V9.5M10 20v-5.5h4V20" />;
export const QuestionsIcon = () => (
  <Icon d="M4 4.5h16v12H9.5L5 20.5v-4H4zM10 9a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M12 14.3v.01" />
);
export const TagsIcon = () => <Icon d={`M3.5 3.5h8l9 9-8 8-9-9z${circle(7.75, 7.75, 1.25)}`} />;
export const MessagesIcon = () => <Icon d="M4 4.5h16v12.5H8.5L4 20.5zM8 9h8M8 12.75h5" />;
export const UsersIcon = () => (
  <Icon
    d={`${circle(9, 8, 3.5)}M2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M16 4.75a3.5 3.5 0 0 1 0 6.5M18.25 15c1.75.8 2.9 2.6 3.25 5`}
  />
);
export const GamesIcon = () => (
  <Icon d="M7.5 6.5h9a5.5 5.5 0 0 1 0 11h-9a5.5 5.5 0 0 1 0-11zM8 10v4M6 12h4M15 13.25v.01M17.5 10.75v.01" />
);
export const CommunitiesIcon = () => (
  <Icon d={`${circle(12, 7, 3)}${circle(5, 13.5, 2)}${circle(19, 13.5, 2)}M7 20c.5-3 2.3-4.5 5-4.5s4.5 1.5 5 4.5`} />
);
export const AdministrationIcon = () => (
  <Icon d="M12 3l7.5 3v5.5c0 4.7-3 8-7.5 9.5-4.5-1.5-7.5-4.8-7.5-9.5V6zM9 12l2.25 2.25 4-4.25" />
);
export const BellIcon = () => <Icon d="M6 15.5V11a6 6 0 0 1 12 0v4.5l1.5 2.5h-15zM10 21h4" />;
export const SearchIcon = () => <Icon d={`${circle(10.5, 10.5, 6.5)}M15.5 15.5l5 5`} />;
export const PlusIcon = () => <Icon d="M12 5v14M5 12h14" />;
export const ChevronIcon = () => <Icon d="M9 6l6 6-6 6" />;
export const UpIcon = () => <Icon d="M6 15l6-6 6 6" />;
export const DownIcon = () => <Icon d="M6 9l6 6 6-6" />;
export const StarIcon = () => <Icon d="M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z" />;
export const LinkIcon = () => (
  <Icon d="M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2" />
);
export const CheckIcon = () => <Icon d="M5 12.5l4.5 4.5L19 7.5" />;
