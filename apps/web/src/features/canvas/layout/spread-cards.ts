/** A card among those that stand on the same ground. */
export interface SpreadCard {
  id: string
  x: number
  y: number
  width: number
  height: number
}

/** Room between cards, in pixels of the canvas. */
const GAP = { x: 80, y: 40 } as const
/** A drawing that would have to grow by more is not stretched further: what still overlaps is moved down. */
const MOST_STRETCH = 3

/**
 * New places for cards of which some cover others; nothing when none does. The drawing is stretched as a whole, so that
 * what stood in a line still does; what a stretch cannot part is moved down.
 */
export function spreadCards(cards: readonly SpreadCard[]): ReadonlyMap<string, { x: number; y: number }> {
  const stretch = { x: 1, y: 1 }
  for (const [index, a] of cards.entries()) {
    for (const b of cards.slice(index + 1)) {
      if (!covers(a, b)) continue
      const x = stretchFor(a, b, 'x')
      const y = stretchFor(a, b, 'y')
      if (x <= y) stretch.x = Math.max(stretch.x, Math.min(x, MOST_STRETCH))
      else stretch.y = Math.max(stretch.y, Math.min(y, MOST_STRETCH))
    }
  }
  const isCovered = cards.some((a, index) => cards.slice(index + 1).some((b) => covers(a, b)))
  if (!isCovered) return new Map()
  const left = Math.min(...cards.map(({ x }) => x))
  const top = Math.min(...cards.map(({ y }) => y))
  const stretched = cards.map((card) => ({
    ...card,
    x: Math.round(left + (card.x - left) * stretch.x),
    y: Math.round(top + (card.y - top) * stretch.y),
  }))
  return new Map(moveApart(stretched).map(({ id, x, y }) => [id, { x, y }]))
}

function covers(a: SpreadCard, b: SpreadCard): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** How much a drawing must grow along one axis for two cards to stand apart there. */
function stretchFor(a: SpreadCard, b: SpreadCard, axis: 'x' | 'y'): number {
  const first = a[axis] <= b[axis] ? a : b
  const distance = Math.abs(a[axis] - b[axis])
  const wanted = (axis === 'x' ? first.width : first.height) + GAP[axis]
  return distance === 0 ? Number.POSITIVE_INFINITY : wanted / distance
}

function moveApart(cards: readonly SpreadCard[]): SpreadCard[] {
  const placed: SpreadCard[] = []
  for (const card of [...cards].sort((a, b) => a.y - b.y || a.x - b.x)) {
    let { y } = card
    for (;;) {
      const other = placed.find((each) => covers(each, { ...card, y }))
      if (!other) break
      y = other.y + other.height + GAP.y
    }
    placed.push({ ...card, y })
  }
  return placed
}
