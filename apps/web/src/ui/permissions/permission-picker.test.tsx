import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import type { ComponentProps } from 'react'
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
const drawn = (more: Partial<ComponentProps<typeof PermissionPicker>> = {}) =>
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

test('the boxes of a category stand in a group that its heading names, with how many of it are chosen', () => {
  const groups = drawn().match(/<fieldset aria-labelledby.*?<\/fieldset>/gs) ?? []
  expect(groups).toHaveLength(categories.length)
  const id = /<fieldset aria-labelledby="([^"]+)"/.exec(groups[0] ?? '')?.[1]
  expect(groups[0]).toContain(`id="${id}">Tools<`)
  expect(groups[0]).toMatch(/Tools.*1 of 2.*View.*Create/s)
})

test('a long catalogue begins folded, but for what is chosen in part', () => {
  const many = ['tools', 'executions', 'chatflows', 'variables', 'credentials'].map((name) => ({
    name,
    entries: [entry(`${name}:view`, 'View'), entry(`${name}:create`, 'Create')],
  }))
  const folds = (chosen: string[]) =>
    [
      ...drawn({ categories: many, chosen }).matchAll(/permission-fold[^>]*aria-expanded="(true|false)"/g),
    ].map(([, isOpen]) => isOpen)
  expect(folds([])).toEqual(['false', 'false', 'false', 'false', 'false'])
  expect(folds(['tools:view', 'executions:view', 'executions:create'])).toEqual([
    'true',
    'false',
    'false',
    'false',
    'false',
  ])
})

test('a role that can only be looked at has boxes that do nothing, and folds that do', () => {
  const text = drawn({ isReadOnly: true })
  expect(text.match(/type="checkbox"/g) ?? []).not.toHaveLength(0)
  expect(text.match(/<input(?=[^>]*type="checkbox")(?![^>]*disabled)/g)).toBeNull()
  expect(text).not.toMatch(/<button(?=[^>]*aria-expanded)[^>]*disabled/)
})

test('an older role with what is of no use says so, a key does not', () => {
  expect(drawn({ chosen: ['tools:create'], needsView: true })).toContain(
    '1 permission of this role is of no use',
  )
  expect(drawn({ chosen: ['tools:create'] })).not.toContain('of no use')
})

test('what is wrong with the choice is tied to it', () => {
  const text = drawn({ error: 'Choose one' })
  const id = /aria-describedby="([^"]+)"/.exec(text)?.[1]
  expect(text).toMatch(new RegExp(`id="${id}" role="alert">Choose one`))
})

test('where permissions are refused, the first box is at fault, so that the focus of the form goes there', () => {
  expect(drawn({ error: 'Choose one.' })).toMatch(/<input[^>]*aria-invalid="true"[^>]*type="checkbox"/)
  expect(drawn()).not.toContain('aria-invalid="true"')
})
