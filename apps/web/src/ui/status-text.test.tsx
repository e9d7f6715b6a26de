import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusText, type StatusTone } from './status-text.tsx'

const TONES: Record<StatusTone, true> = {
  running: true,
  finished: true,
  failed: true,
  waiting: true,
  stopped: true,
  timeout: true,
  invited: true,
  barred: true,
  off: true,
}
const tones = Object.keys(TONES) as StatusTone[]
const drawn = (tone: StatusTone) => renderToStaticMarkup(<StatusText tone={tone}>Barred</StatusText>)
const iconOf = (tone: StatusTone) => /<svg.*<\/svg>/s.exec(drawn(tone))?.[0]

test.each(tones)('%s is told by a word, and an icon that readers pass over', (tone) => {
  expect(drawn(tone)).toContain('Barred')
  expect(iconOf(tone)).toContain('aria-hidden="true"')
})

test('no two of them have the same icon: the colour is never all that differs', () => {
  expect(new Set(tones.map(iconOf)).size).toBe(tones.length)
})
