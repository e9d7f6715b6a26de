import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import ui from '../../i18n/en/ui.json'
import { DeletedNote, type DeletedThing } from './deleted-note.tsx'

vi.mock('../../app/api.ts', () => ({ api: {} }))
vi.mock('../../session/session-store.ts', () => ({
  useSessionStore: (select: (state: object) => unknown) => select({ user: { id: 'ada' } }),
}))
vi.mock('../../session/use-viewer.ts', () => ({ useIsShown: () => false }))

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui } }, defaultNS: 'ui', ns: ['ui'] })
})

const act = (id: string, workspace?: string, by = 'vera') => ({
  subject: { id },
  before: workspace ? { workspace } : null,
  actor: { id: by, name: `${by}@example.org` },
  date: '2026-01-02T03:04:05.000Z',
})

function drawn(thing: Partial<DeletedThing>, acts: object[] = []): string {
  const { kind = 'role', id = '01a2' } = thing
  const client = new QueryClient()
  client.setQueryData(['deleted meanwhile', kind, id], { data: acts, total: acts.length })
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <DeletedNote kind={kind} id={id} onLeave={() => undefined} {...thing} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('it is said in words what went, and never by its id', () => {
  const text = drawn({})
  expect(text).toContain(ui.deleted.role)
  expect(text).not.toContain('01a2')
  expect(drawn({ kind: 'apiKey' })).toContain(ui.deleted.apiKey)
})

test('it is made anew where that has a meaning; else there is only the way out', () => {
  const withIt = drawn({ onMakeAnew: () => undefined })
  expect(withIt).toContain(ui.deleted.makeAnew)
  expect(withIt).toContain(ui.deleted.keptAnew)
  const without = drawn({ kind: 'group' })
  expect(without).not.toContain(ui.deleted.makeAnew)
  expect(without).toContain(ui.deleted.leave)
})

test('who did it and when is said as far as the audit log tells', () => {
  expect(drawn({}, [act('other'), act('01a2')])).toContain('By vera@example.org, ')
  expect(drawn({}, [act('01a2', undefined, 'ada')])).toContain('By you, in another window or tab, ')
  expect(drawn({}, [act('other')])).toContain(ui.deleted.byOthers)
  const isMeant: DeletedThing['isMeant'] = ({ before }) =>
    (before as { workspace?: unknown } | null)?.workspace === 'Lab'
  expect(drawn({ isMeant }, [act('01a2', 'Desk')])).toContain(ui.deleted.byOthers)
  expect(drawn({ isMeant }, [act('01a2', 'Lab')])).toContain('By vera@example.org, ')
})
