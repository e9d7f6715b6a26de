import { MantineProvider } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import shell from '../i18n/en/shell.json'
import { MenuItem, type MenuItemProps } from './menu-item.tsx'

const drawn = (item: object) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MenuItem {...({ name: 'Books', icon: IconBook2, isCollapsed: false, ...item } as MenuItemProps)} />
    </MantineProvider>,
  )

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { shell } }, ns: ['shell'] })
})

test('an item is drawn by its type', () => {
  expect(drawn({ type: 'link', href: '/books' })).toMatch(/<a[^>]*href="\/books".*<span>Books<\/span><\/a>/s)
  expect(drawn({ type: 'action', run: () => undefined })).toMatch(/<button.*<span>Books<\/span><\/button>/s)
})

test('an item of an unknown type says so in its place, and the menu stands [S8-MSG-10]', () => {
  const text = drawn({ type: 'carousel' })
  expect(text).toContain('>Menu Items Error<')
  expect(text).toContain('role="alert"')
  expect(text).not.toContain('Books')
})
