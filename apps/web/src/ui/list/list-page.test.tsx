import { MantineProvider } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import shell from '../../i18n/en/shell.json'
import ui from '../../i18n/en/ui.json'
import { ListPage } from './list-page.tsx'

type List = UseQueryResult<{ data: string[]; total: number }>
type Address = { q?: string; page?: number; type?: string }

const answered = (data: string[], total = data.length) =>
  ({ data: { data, total }, error: null, isPlaceholderData: false }) as unknown as List
const waiting = { data: undefined, error: null, isPlaceholderData: false } as unknown as List
const failed = { ...waiting, error: new Error('The disk is full') } as unknown as List
const TITLE = 'Things'
const PARTS = {
  rows: 'a-row',
  tools: '<search',
  empty: 'nothing-yet',
  noMatch: ui.noMatch.title,
  loading: `aria-label="${ui.loading}"`,
  failure: 'The disk is full',
  pages: `aria-label="${ui.paging.label}"`,
}

function partsOf(list: List, address: Address, keepsTools = false): string[] {
  const page = (
    <MantineProvider>
      <ListPage
        title={TITLE}
        text={TITLE}
        list={list}
        address={address}
        onAddress={() => undefined}
        filters={['type']}
        tools={<i />}
        keepsTools={keepsTools}
        empty={<p>{PARTS.empty}</p>}
      >
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </ListPage>
    </MantineProvider>
  )
  const drawn = renderToStaticMarkup(page)
  return Object.entries(PARTS).flatMap(([name, sign]) => (drawn.includes(sign) ? [name] : []))
}

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui, shell } }, defaultNS: 'ui', ns: ['ui', 'shell'] })
})

describe('the page of a list shows', () => {
  test.each<[string, [List, Address], string[]]>([
    ['what is on its way', [waiting, {}], ['tools', 'loading']],
    ['why it did not come, and nothing else', [failed, {}], ['tools', 'failure']],
    ['its rows', [answered(['a-row']), {}], ['rows', 'tools']],
    ['pages where one does not hold all', [answered(['a-row'], 13), {}], ['rows', 'tools', 'pages']],
    ['that there is nothing yet, without tools', [answered([]), {}], ['empty']],
    ['that a search finds nothing', [answered([]), { q: 'x' }], ['tools', 'noMatch']],
    ['that a filter leaves nothing', [answered([]), { type: 'x' }], ['tools', 'noMatch']],
    ['that it goes on from behind the last page', [answered([], 13), { page: 9 }], ['tools', 'loading']],
  ])('%s', (_what, [list, address], parts) => {
    expect(partsOf(list, address)).toEqual(parts)
  })

  test('its tools also while it is empty, where one of them brings rows', () => {
    expect(partsOf(answered([]), {}, true)).toEqual(['tools', 'empty'])
  })
})
