//! The pictures of `icons.tsx`: shapes in a square of 24.

pub const BELL: &str = "M6 15.5V11a6 6 0 0 1 12 0v4.5l1.5 2.5h-15zM10 21h4";
pub const CHECK: &str = "M5 12.5l4.5 4.5L19 7.5";
pub const CIRCLE: &str = "M12 5.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13";
pub const COMMUNITIES: &str = "M9 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3 13.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 13.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 20c.5-3 2.3-4.5 5-4.5s4.5 1.5 5 4.5";
pub const DOWN: &str = "M6 9l6 6 6-6";
pub const GAMES: &str = "M7.5 6.5h9a5.5 5.5 0 0 1 0 11h-9a5.5 5.5 0 0 1 0-11zM8 10v4M6 12h4M15 13.25v.01M17.5 10.75v.01";
pub const HOME: &str = "M3 11l9-8 9 8M5.5 9.5V20h13V9.5M10 20v-5.5h4V20";
pub const LINK: &str = "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2";
pub const LOCK: &str = "M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3";
pub const MESSAGES: &str = "M4 4.5h16v12.5H8.5L4 20.5zM8 9h8M8 12.75h5";
pub const PLUS: &str = "M12 5v14M5 12h14";
pub const QUESTIONS: &str =
    "M4 4.5h16v12H9.5L5 20.5v-4H4zM10 9a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M12 14.3v.01";
pub const SEARCH: &str = "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5l5 5";
pub const STAR: &str = "M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z";
pub const TAGS: &str =
    "M3.5 3.5h8l9 9-8 8-9-9zM6.5 7.75a1.25 1.25 0 1 0 2.5 0a1.25 1.25 0 1 0-2.5 0";
pub const UP: &str = "M6 15l6-6 6 6";
pub const USERS: &str = "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M16 4.75a3.5 3.5 0 0 1 0 6.5M18.25 15c1.75.8 2.9 2.6 3.25 5";
