import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import people from '../../../i18n/en/people.json'
import permissions from '../../../i18n/en/permissions.json'
import shell from '../../../i18n/en/shell.json'
import { createMemoryStorage } from '../../../session/memory-storage.fixture.ts'

// The session looks into the stored one while it loads.
vi.stubGlobal('localStorage', createMemoryStorage())
const { RolePreview } = await import('./role-preview.tsx')
vi.unstubAllGlobals()

beforeAll(async () => {
  const resources = { en: { people, permissions, shell } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, ns: Object.keys(resources.en) })
})

const drawn = (...held: string[]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RolePreview permissions={held} />
    </QueryClientProvider>,
  )

test('a role is shown with what its holder is offered, and nothing that leads nowhere alone', () => {
  const reader = drawn('chatflows:view', 'chatflows:duplicate', 'chatflows:export')
  expect(reader).toContain('Chatflows')
  expect(reader).toContain('<small>Export</small>')
  expect(drawn('chatflows:view', 'chatflows:create', 'chatflows:duplicate')).toContain(
    '<small>Create, Duplicate</small>',
  )
})
