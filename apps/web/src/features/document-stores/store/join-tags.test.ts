import { expect, test } from 'vitest'
import { joinTags } from './join-tags.ts'

test.each([
  { what: 'nothing was typed: theirs', mine: ['a'], before: ['a'], theirs: ['b'], joined: ['b'] },
  {
    what: 'nothing was saved elsewhere: mine',
    mine: ['c', 'a'],
    before: ['a'],
    theirs: ['a'],
    joined: ['a', 'c'],
  },
  { what: 'both added', mine: ['a', 'x'], before: ['a'], theirs: ['a', 'y'], joined: ['a', 'y', 'x'] },
  { what: 'both took away', mine: ['b'], before: ['a', 'b'], theirs: ['a'], joined: [] },
  { what: 'both added the same', mine: ['a', 'x'], before: ['a'], theirs: ['x', 'a'], joined: ['x', 'a'] },
  { what: 'what was taken away here stays away', mine: [], before: ['a'], theirs: ['a', 'b'], joined: ['b'] },
  {
    what: 'what was typed was saved',
    mine: ['a', 'b'],
    before: ['a'],
    theirs: ['a', 'b'],
    joined: ['a', 'b'],
  },
])('$what', ({ mine, before, theirs, joined }) => {
  expect(joinTags(mine, { before, theirs })).toEqual(joined)
})
