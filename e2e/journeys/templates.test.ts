import { campaignShare, type Turn, templateConversations } from '@runnel/contract/testing'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'
import { startTemplateWorld, type TemplateWorld } from '../support/template-world.ts'

interface Template {
  id: string
  templateName: string
  type: 'AgentflowV2' | 'Chatflow'
  flowData: string
}

/** Some templates in each run, all in the long one: the server's tests talk with all of them. */
const TALKED_WITH = { subject: 0, of: 4 }

let world: TemplateWorld
beforeAll(async () => {
  world = await startTemplateWorld()
})
afterAll(() => world.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: world.hosts }))
let api: ApiCaller
let templates: Template[] = []
let documentsFlow = ''

/** The flow with the id in the address. */
const openFlow = () => new URL(journey.page.url()).pathname.split('/').at(-1) ?? ''

/** Makes a flow of a template by its button, as a person does. */
async function use({ id, templateName, type }: Template): Promise<string> {
  const { page } = journey
  await page.goto(`${type === 'Chatflow' ? '' : '/v2'}/marketplace/${id}`)
  await page.getByRole('button', { name: `Use template: ${templateName}` }).click()
  await page.waitForURL(/canvas\//)
  return openFlow()
}

async function fillInFirst(route: Route, flowData: string): Promise<void> {
  const id = new URL(route.request().url()).pathname.split('/').at(-1)
  await api.put(`/chatflows/${id}`, { flowData })
  await route.continue()
}

function getTemplate(id: string): Template {
  const template = templates.find((each) => each.id === id)
  if (!template) throw new Error(`There is no template ${id}.`)
  return template
}

/** What the strip of steps shows: in the order in which they began, so without the frames around others. */
async function readPath(labels: ReadonlySet<string>): Promise<string[]> {
  const shown = await journey.page.locator('.run-step-label').allInnerTexts()
  return shown.filter((label) => labels.has(label))
}

function labelsOf({ flowData }: Template): Set<string> {
  const { nodes } = JSON.parse(flowData) as { nodes: { type: string; data: { label: string } }[] }
  return new Set(nodes.filter(({ type }) => type !== 'iteration').map(({ data }) => data.label))
}

async function takeTurn({ asks, answers, answer }: Turn): Promise<void> {
  const { page } = journey
  if (asks !== undefined) await chatOf(page).send(asks)
  if (answers !== undefined) {
    const question = page.getByRole('region', { name: 'Question of the flow' })
    if (answers.feedback !== undefined)
      await question.getByLabel('Your words on it (optional)').fill(answers.feedback)
    const words = answers.type === 'proceed' ? 'Proceed' : 'Reject'
    await question.getByRole('button', { name: words, exact: true }).click()
  }
  const chat = page.getByRole('region', { name: 'Chat', exact: true })
  await expect
    .poll(async () => (await chat.innerText()).replaceAll(/\s+/g, ' '))
    .toContain(answer.replaceAll(/\s+/g, ' '))
}

test('the templates are there, and a flow that knows documents', async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  await world.prepare(api)
  templates = await api.get<Template[]>('/marketplaces/templates')
  documentsFlow = await use(getTemplate('conversational-retrieval-qa-chain'))
})

test.each(campaignShare(Object.entries(templateConversations), TALKED_WITH))(
  '%s: is talked with in the browser, and takes its path',
  async (id, turns) => {
    const { page } = journey
    const template = getTemplate(id)
    const labels = labelsOf(template)
    const flowData = world.fillIn(template.flowData, documentsFlow)
    // Filled in before it is shown, as if the person had done so: the canvas need not be opened twice.
    await page.route('**/api/v1/chatflows/*?view=document', (route) => fillInFirst(route, flowData), {
      times: 1,
    })
    await use(template)
    await chatOf(page).open()
    for (const turn of turns) {
      world.play(turn.script)
      await takeTurn(turn)
      const path = turn.path.split(' → ').filter((label) => labels.has(label))
      await expect.poll(() => readPath(labels)).toEqual(path)
    }
  },
)
