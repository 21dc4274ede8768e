/** The texts of every search for users. */
export const userSearchTexts = {
  placeholder: 'Search Usernames ...',
  none: 'No Users Found',
  error: 'Error when fetching users',
} as const;
