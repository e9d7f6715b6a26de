import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** A file as it is chosen. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** What a person does in the form of a node, in this order. Fields and options are called by their labels. */
export interface Filling {
  /** A new credential of this name, with this secret; without one the stored one of the name. */
  credential?: { name: string; secret?: string }
  options?: Record<string, string>
  /** Texts and numbers; of fields of one label, as rows have them, one text each. */
  texts?: Record<string, string | string[]>
  /** Texts and numbers behind the button for additional settings. */
  more?: Record<string, string>
  files?: Record<string, ChosenFile>
  /** Lists that get a row, with what is filled into it. */
  rows?: Record<string, Filling>
  /** Settings of what was chosen in an option, by its name. */
  settings?: Record<string, Filling>
}

/** Fills a form, or a part of one. */
export async function fillForm(form: Locator, filling: Filling): Promise<void> {
  const page = form.page()
  const { credential, options = {}, texts = {}, more = {}, files = {}, rows = {}, settings = {} } = filling
  if (credential) await giveCredential(form, credential)
  for (const [label, option] of Object.entries(options)) await choose(form, label, option)
  for (const [name, inner] of Object.entries(settings))
    await fillForm(form.getByRole('region', { name: `Settings of ${name}` }), inner)
  for (const [label, written] of Object.entries(texts)) {
    for (const [index, text] of [written].flat().entries()) await field(form, label).nth(index).fill(text)
  }
  for (const [label, inner] of Object.entries(rows)) {
    await form.getByRole('button', { name: `Add to ${label}` }).click()
    await fillForm(form, inner)
  }
  for (const [label, file] of Object.entries(files)) {
    const choosing = page.waitForEvent('filechooser')
    await form
      .getByRole('group', { name: label })
      .getByRole('button', { name: /Choose/ })
      .click()
    await (await choosing).setFiles(file)
    await form.getByText(file.name, { exact: true }).waitFor()
  }
  if (Object.keys(more).length === 0) return
  await form.getByRole('button', { name: /additional settings?$/ }).click()
  for (const [label, text] of Object.entries(more)) await field(form, label).fill(text)
}

/** A field that takes what is written, some of which suggest texts. */
function field(form: Locator, label: string): Locator {
  const named = { name: label, exact: true }
  return form.getByRole('textbox', named).or(form.getByRole('combobox', named))
}

async function choose(form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByRole('combobox', { name: label, exact: true })
  // What is wrong with a new node is noted a moment after its form opens, and pushes the field away from under a press.
  const open = async () => {
    if ((await field.getAttribute('aria-expanded')) !== 'true') await field.click()
    return field.getAttribute('aria-expanded')
  }
  await expect.poll(open).toBe('true')
  await form
    .page()
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click()
}

async function giveCredential(form: Locator, { name, secret }: { name: string; secret?: string }) {
  if (secret === undefined) return choose(form, 'Connect Credential', name)
  await form.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = form.page().getByRole('dialog', { name: 'New credential' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.locator('input[type="password"]').first().fill(secret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}
