/** One page of a list, and how many rows there are in all. */
export interface RowsPage<Row> {
  data: Row[]
  total: number
}

/** The page that a list answers; a bare list is the only one. */
export function pageOf<Row>(answer: Row[] | RowsPage<Row>): RowsPage<Row> {
  return Array.isArray(answer) ? { data: answer, total: answer.length } : answer
}
