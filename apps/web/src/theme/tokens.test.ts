import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The hues of a token in light and dark, in degrees of the colour circle. */
function huesOf(token: string): number[] {
  return [...css.matchAll(new RegExp(`--r-${token}: #([\\da-f]{6});`, 'g'))].map(([, hex = '']) => {
    const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((part) => Number.parseInt(part, 16))
    const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue)
    return (angle * 180) / Math.PI + (angle < 0 ? 360 : 0)
  })
}

test.each([
  { token: 'info', colour: 'blue', least: 200, most: 250 },
  { token: 'warning', colour: 'orange', least: 20, most: 45 },
])('$token is $colour, in light and in dark [S9-SNACK-06 S9-SNACK-07]', ({ token, least, most }) => {
  const hues = huesOf(token)
  expect(hues).toHaveLength(2)
  for (const hue of hues) {
    expect(hue).toBeGreaterThan(least)
    expect(hue).toBeLessThan(most)
  }
})
