import { createInProcessRunBus } from '@runnel/drivers'
import { expect, test } from 'vitest'
import { createCountedWindows } from './counted-windows.ts'
import { shareCounts } from './share-counts.ts'

const MINUTE_MS = 60_000

test('a table that somebody fills forgets what was counted longest ago, and nobody else’s count of now', () => {
  const sharing = shareCounts(createInProcessRunBus())
  const windows = createCountedWindows('test', sharing, () => 1)
  windows.add('old', MINUTE_MS)
  let count = 0
  for (let index = 0; index < 100_000; index += 1) {
    if (index % 1_000 === 0) count = windows.add('victim', MINUTE_MS).count
    windows.add(`stranger ${index}`, MINUTE_MS)
  }
  expect(count).toBe(100)
  expect(windows.add('old', MINUTE_MS).count).toBe(1)
})
