/** Removes the order by relevance if there is no search. */
export function dropRelevance(query: URLSearchParams) {
  if (!query.has('search') && query.get('order') === 'relevance') query.delete('order');
}
