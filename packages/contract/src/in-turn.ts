/** What comes at once or in pieces, piece by piece. */
export async function* inTurn<Piece>(given: Promise<Piece> | AsyncIterable<Piece>): AsyncGenerator<Piece> {
  if (Symbol.asyncIterator in given) yield* given
  else yield await given
}
