import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import permissions from '../../i18n/en/permissions.json'
import { PermissionPicker } from './permission-picker.tsx'

const entry = (key: string, value: string) => ({
  key,
  value,
  isEnterprise: true,
  isCloud: true,
  isOpenSource: true,
})
const categories = [
  { name: 'tools', entries: [entry('tools:view', 'View'), entry('tools:create', 'Create')] },
  { name: 'executions', entries: [entry('executions:view', 'View')] },
]
const drawn = (more: { isReadOnly?: boolean; error?: string } = {}) =>
  renderToStaticMarkup(
    <MantineProvider>
      <PermissionPicker
        categories={categories}
        everything="Everything"
        chosen={['tools:view']}
        onChange={() => undefined}
        error={undefined}
        {...more}
      />
    </MantineProvider>,
  )

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { permissions } }, defaultNS: 'permissions', ns: ['permissions'] })
})

test('the boxes of a category stand in a group that its heading names', () => {
  const groups = drawn().match(/<fieldset>.*?<\/fieldset>/gs) ?? []
  expect(groups).toHaveLength(categories.length)
  expect(groups[0]).toMatch(/<legend>.*Tools.*<\/legend>.*View.*Create/s)
})

test('a role that can only be looked at has a list that the keyboard can scroll', () => {
  expect(drawn({ isReadOnly: true })).toMatch(/class="permission-list" role="group" tabindex="0"/)
  expect(drawn()).not.toContain('tabindex')
})

test('what is wrong with the choice is tied to it', () => {
  const text = drawn({ error: 'Choose one' })
  const id = /aria-describedby="([^"]+)"/.exec(text)?.[1]
  expect(text).toMatch(new RegExp(`id="${id}" role="alert">Choose one`))
})
