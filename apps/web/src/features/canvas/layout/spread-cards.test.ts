import { describe, expect, test } from 'vitest'
import { type SpreadCard, spreadCards } from './spread-cards.ts'

const card = (id: string, x: number, y: number): SpreadCard => ({ id, x, y, width: 260, height: 100 })

function spread(cards: readonly SpreadCard[]): SpreadCard[] {
  const places = spreadCards(cards)
  return cards.map((each) => ({ ...each, ...places.get(each.id) }))
}

function overlaps(cards: readonly SpreadCard[]): string[] {
  return cards.flatMap((a, index) =>
    cards
      .slice(index + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b) => `${a.id} ${b.id}`),
  )
}

describe('cards that cover each other', () => {
  test('stand apart afterwards, in the order and in the lines that they had', () => {
    const cards = [card('a', 0, 0), card('b', 200, 0), card('c', 400, 0), card('d', 400, 150)]
    const [a, b, c, d] = spread(cards)
    expect(overlaps(spread(cards))).toEqual([])
    expect([a?.y, b?.y, c?.y]).toEqual([0, 0, 0])
    expect(c?.x).toBe(d?.x)
    expect(b?.x).toBeGreaterThanOrEqual(340)
  })

  test('at one place are put one below the other', () => {
    expect(overlaps(spread([card('a', 0, 0), card('b', 0, 0), card('c', 0, 0)]))).toEqual([])
  })

  test.each(Array.from({ length: 30 }, (_, seed) => seed))('are all apart, however they lay (%i)', (seed) => {
    let state = seed * 7919 + 1
    const next = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    const cards = Array.from({ length: 25 }, (_, index) => ({
      ...card(String(index), next(1500), next(900)),
      height: 60 + next(200),
    }))
    expect(overlaps(spread(cards))).toEqual([])
  })
})

test('cards that are apart stay where they are', () => {
  expect(spreadCards([card('a', 0, 0), card('b', 261, 0), card('c', 0, 101)]).size).toBe(0)
})
