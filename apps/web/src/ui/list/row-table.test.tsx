import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import ui from '../../i18n/en/ui.json'
import type { RowChoice } from './row-choice.tsx'
import { RowTable } from './row-table.tsx'

vi.mock('../../session/shown-if.tsx', () => ({ ShownIf: () => null }))

type Row = { id: string; name: string }
const ROWS: Row[] = ['Ada', 'Cara', 'Carl'].map((name) => ({ id: name.toLowerCase(), name }))

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui } }, defaultNS: 'ui', ns: ['ui'] })
})

function drawn(chosen: string[] | undefined, barred = ['ada']): string {
  const choice: RowChoice<Row> = {
    chosen: new Set(chosen),
    onChange: () => undefined,
    allLabel: 'Choose all',
    label: ({ name }) => `Choose ${name}`,
    whyNot: ({ id }) => (barred.includes(id) ? 'This is you.' : undefined),
  }
  return renderToStaticMarkup(
    <MantineProvider>
      <RowTable
        label="People"
        minWidth={400}
        rows={ROWS}
        name={{ head: 'Name', cell: ({ name }) => name }}
        columns={[]}
        choice={chosen ? choice : undefined}
      />
    </MantineProvider>,
  )
}

const boxOf = (text: string, label: string) =>
  new RegExp(`<input[^>]*aria-label="${label}"[^>]*>`).exec(text)?.[0] ?? ''

test('a list whose rows are not chosen has no boxes', () => {
  expect(drawn(undefined)).not.toContain('type="checkbox"')
})

test('each row has a box that names it; one that cannot be chosen says why', () => {
  const text = drawn(['cara'])
  expect(boxOf(text, 'Choose Cara')).toContain('checked')
  expect(boxOf(text, 'Choose Carl')).not.toMatch(/checked|disabled|aria-describedby/)
  const barred = boxOf(text, 'Choose Ada')
  expect(barred).toContain('disabled')
  const reason = /aria-describedby="([^"]+)"/.exec(barred)?.[1]
  expect(text).toContain(`<span id="${reason}" class="row-reason">This is you.</span>`)
})

test('the box of all tells whether none, some or all that can be are chosen', () => {
  const all = (chosen: string[], barred?: string[]) => boxOf(drawn(chosen, barred), 'Choose all')
  const headOf = (chosen: string[]) => /<thead.*?<\/thead>/s.exec(drawn(chosen))?.[0]
  expect(all([])).not.toContain('checked')
  expect(all(['cara'])).not.toContain('checked')
  expect(headOf(['cara'])).not.toBe(headOf([]))
  expect(all(['cara', 'carl'])).toContain('checked')
  expect(all([], ['ada', 'cara', 'carl'])).toContain('disabled')
})
