import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeCatalogue } from '@runnel/nodes'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

const ICONS_OF_THE_PAGES = join(import.meta.dirname, '../../web/src/ui/node-icon.tsx')

test('every node is drawn by an icon of the pages or by a mark of its own', () => {
  const drawn = new Set(readFileSync(ICONS_OF_THE_PAGES, 'utf8').match(/\bIcon\w+/g))
  const types = [...nodeCatalogue, ...providerCatalogue.flatMap(({ nodes }) => nodes)]
  const boxes = types
    .filter(({ definition, iconSvg }) => iconSvg === undefined && !drawn.has(definition.icon))
    .map(({ definition }) => `${definition.name}: ${definition.icon}`)
  expect(boxes).toEqual([])
})
