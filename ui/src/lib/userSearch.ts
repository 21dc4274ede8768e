/** What a search for users by their names says, wherever it is. */
export const userSearch = {
  placeholder: 'Search Usernames ...',
  none: 'No Users Found',
  failed: 'Error when fetching users',
} as const;
