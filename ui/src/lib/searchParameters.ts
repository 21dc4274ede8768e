/** Without a search nothing is relevant: that order goes with it. */
export function dropRelevance(query: URLSearchParams) {
  if (!query.has('search') && query.get('order') === 'relevance') query.delete('order');
}
