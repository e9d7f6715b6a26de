import { expect, test } from 'vitest'
import { boundsOf, fittingView, isAnySeen, isInside } from './view-bounds.ts'

const card = (x: number, y: number) => ({ id: `${x}`, isContainer: false, x, y, width: 260, height: 100 })
const bounds = boundsOf([card(0, -100), card(1_000, 300)])
const size = { clientWidth: 1_000, clientHeight: 600 }

test('the cards of a flow have common bounds', () => {
  expect(bounds).toEqual({ x: 0, y: -100, width: 1_260, height: 500 })
})

test('a view shows a flow as a whole, or cuts it at an edge', () => {
  expect(isInside(bounds, { x: 0, y: 100, zoom: 0.5 }, size)).toBe(true)
  expect(isInside(bounds, { x: 0, y: 20, zoom: 0.5 }, size)).toBe(false)
  expect(isInside(bounds, { x: 0, y: 100, zoom: 1 }, size)).toBe(false)
})

test('a flow is fitted into what there is, and never enlarged beyond the zoom that is given', () => {
  const fitting = fittingView(bounds, size, 1)
  expect(isInside(bounds, fitting, size)).toBe(true)
  expect(fitting.zoom).toBeLessThan(1_000 / 1_260)
  expect(fittingView(bounds, size, 0.3).zoom).toBe(0.3)
})

test('a view of another screen may show no card at all', () => {
  const cards = [card(0, 0), card(1_000, 0)]
  const telephone = { clientWidth: 390, clientHeight: 700 }
  expect(isAnySeen(cards, { x: 500, y: 300, zoom: 1 }, { clientWidth: 1_440, clientHeight: 900 })).toBe(true)
  expect(isAnySeen(cards, { x: 500, y: 300, zoom: 1 }, telephone)).toBe(false)
  // A sliver at the edge is no card that one sees.
  expect(isAnySeen(cards, { x: 380, y: 300, zoom: 1 }, telephone)).toBe(false)
  expect(isAnySeen(cards, { x: 20, y: 300, zoom: 0.5 }, telephone)).toBe(true)
})
