import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { canvasOf, type PortName } from './canvas.ts'
import { type Filling, fillForm } from './node-form.ts'

/** Nodes and edges as a person draws them. */
export interface Drawing {
  /** In this order; `name` where the card has another one than the palette's, which `rename` gives it. */
  nodes: { label: string; name?: string; rename?: true; filling?: Filling }[]
  edges: [from: PortName, to: PortName][]
  /** Edges are made in the form of the node from which they come, its target being there already. */
  isWiredInForms?: true
  /** What can be filled in only once the edges are there, by the names of the nodes. */
  filledLast?: Record<string, Filling>
}

/** Edges into the ports of one node. */
export const into = (target: string, links: [from: string, port: string][]): Drawing['edges'] =>
  links.map(([from, port]) => [{ node: from }, { node: target, port }])

/** The form of a node. */
export function formOf(page: Page, label: string): Locator {
  return page.getByRole('region', { name: `Settings of ${label}` }).first()
}

/**
 * Takes the nodes of a flow from the palette, fills their forms and draws the edges. `look` is called for each form that
 * is filled, with the node's label.
 */
export async function drawFlow(
  page: Page,
  drawing: Drawing,
  look: (label: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const canvas = canvasOf(page)
  const { nodes, edges, isWiredInForms, filledLast = {} } = drawing
  for (const { label, name = label, rename, filling } of nodes) {
    await canvas.add(label)
    await fillForm(formOf(page, label), filling ?? {})
    await look(label)
    if (rename) await page.getByLabel('Name of the node').fill(name)
    if (!isWiredInForms) continue
    for (const [, to] of edges.filter(([from]) => from.node === name))
      await connectInForm(page, label, to.port ?? '')
  }
  await canvas.closeForm()
  if (!isWiredInForms) await wire(page, edges)
  for (const [name, filling] of Object.entries(filledLast)) {
    await canvas.card(name).click()
    await fillForm(formOf(page, name), filling)
    await canvas.closeForm()
  }
  expect(await canvas.edges().count()).toBe(edges.length)
}

/** Draws edges with the pointer, from port to port. */
async function wire(page: Page, edges: Drawing['edges']): Promise<void> {
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await page.getByRole('button', { name: 'Fit View' }).click()
  for (const [from, to] of edges) await canvasOf(page).connect(from, to)
}

/** Connects the node of the open form to a port, in the dialog that needs no pointing. */
async function connectInForm(page: Page, label: string, port: string): Promise<void> {
  await formOf(page, label).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Connect to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to…' })
  await dialog.getByRole('combobox', { name: 'Lead to' }).click()
  await page.getByRole('option', { name: port }).click()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.waitFor({ state: 'detached' })
}
