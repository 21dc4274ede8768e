/** Removes the order from the query of a list: a new search begins by relevance, and a list without one with the newest. */
export function beginSearch(query: URLSearchParams) {
  query.delete('order');
  query.delete('period');
}
