import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'
import { printPdf } from '../support/print-pdf.ts'
import { waitForPreview } from '../support/wait-for-preview.ts'

const TEA = ['Green tea is steeped at seventy degrees.', 'Black tea wants boiling water.']
const NAMES = 'Who leads the tea house? Ada leads the tea house since May.'

const journey = prepareJourney()
let tea: Buffer
beforeAll(async () => {
  const { context, page } = journey.visitor
  // Who waits for a dialog takes it from the browser, but a key is quicker than that: it is taken from the start.
  page.on('filechooser', () => undefined)
  tea = await printPdf(context, TEA)
})

const focused = () => journey.page.locator(':focus')
const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true })
const heading = (name: string) => journey.page.getByRole('heading', { name, level: 1, exact: true })
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const settings = () => journey.page.getByRole('region', { name: 'Settings of the loader' })
const preview = () => journey.page.getByRole('region', { name: 'Preview', exact: true })
const cards = () => journey.page.locator('.chunk-card')
const loaderRow = (name: string) => journey.page.getByRole('row', { name: new RegExp(name) })

/** Axe in both colours, and no page that must be pushed sideways. */
async function expectFine(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`, colour === 'light' ? 'everything' : 'contrast')
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function dropFile(name: string, content: Buffer) {
  const transfer = await journey.page.evaluateHandle(
    ([file, base64]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], file, { type: 'application/pdf' }))
      return data
    },
    [name, content.toString('base64')] as const,
  )
  const field = settings().getByRole('group', { name: 'Pdf File' })
  await field.dispatchEvent('drop', { dataTransfer: transfer })
  await field.getByText(name, { exact: true }).waitFor()
}

async function choose(label: string | RegExp, option: string | RegExp) {
  await journey.page.getByRole('combobox', { name: label }).click()
  await journey.page.getByRole('option', { name: option }).click()
}

test('a newcomer makes a store by keyboard [S1-MNG-07 S2-ROUTE-14 S2-ROUTE-15]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Document Stores', exact: true }).click()
  await page.getByRole('heading', { name: 'No document stores yet' }).waitFor()
  await expectFine('an empty list of stores')
  await button('New store').focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf('New document store')
  await dialog.getByRole('textbox', { name: 'Name' }).and(focused()).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Tea house')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('How tea is made here.')
  await expectFine('a new store')
  await dialog.getByRole('button', { name: 'Create store' }).click()
  await heading('Tea house').waitFor()
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  await expectFine('an empty store')
})

test('a PDF is dropped, and its preview follows the settings [S2-ROUTE-17]', async () => {
  const { page } = journey
  await button('Add document loader').click()
  const dialog = dialogOf('Where do the documents come from?')
  await dialog.getByRole('searchbox', { name: 'Search loaders' }).and(focused()).waitFor()
  await expectFine('the choice of loaders')
  await page.keyboard.type('pdf')
  await page.keyboard.press('Enter')
  await heading('Pdf File').waitFor()
  await preview().getByText('Fill in what is required').waitFor()
  await button('Process').click()
  await settings().getByText('Pdf File is required').waitFor()
  await settings()
    .getByRole('button', { name: /Choose file/ })
    .and(focused())
    .waitFor()
  await dropFile('tea.pdf', tea)
  await preview().getByText('2 of 2 chunks').waitFor()
  await preview().getByText('Green tea is steeped at seventy degrees.').waitFor()
  await preview().getByText('tea.pdf · page 2').waitFor()
  await settings().getByRole('textbox', { name: 'Chunk Size' }).fill('24')
  await settings().getByRole('textbox', { name: 'Chunk Overlap' }).fill('12')
  await preview()
    .getByText(/characters repeated/)
    .first()
    .waitFor()
  const readAnew = waitForPreview(preview())
  await choose('Text splitter', /^Token Text Splitter/)
  await settings().getByText('How many tokens a piece has at most').waitFor()
  const sizes = ['Chunk Size', 'Chunk Overlap'].map((name) => settings().getByRole('textbox', { name }))
  expect(await Promise.all(sizes.map((field) => field.inputValue()))).toEqual(['24', '12'])
  await readAnew()
  const readAgain = waitForPreview(preview())
  await choose('Text splitter', /^Recursive Character Text Splitter/)
  await readAgain()
  await expectFine('a loader with its preview')
  await settings().getByRole('textbox', { name: 'Chunk Size' }).fill('1000')
  await preview().getByText('2 of 2 chunks').waitFor()
})

test('who leaves a loader that is not saved is asked', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await heading('Pdf File').waitFor()
})

test('it is processed, and the store says what comes next; the original can be had again', async () => {
  const { page } = journey
  await button('Process').click()
  await heading('Tea house').waitFor()
  await page.getByText('The chunks are ready', { exact: true }).waitFor()
  await loaderRow('Pdf File').getByRole('cell', { name: 'Processed', exact: true }).waitFor()
  await expectFine('a processed store')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /tea\.pdf/ }).click(),
  ])
  expect(readFileSync(await download.path()).equals(tea)).toBe(true)
})

test('chunks are searched, changed, merged and cut by hand [S1-MNG-07 S2-ROUTE-16]', async () => {
  const { page } = journey
  await button('More').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'View and edit chunks' }).click()
  await heading('Chunks of Tea house').waitFor()
  await expect.poll(() => cards().count()).toBe(2)
  await page.getByRole('searchbox', { name: 'Search the text' }).fill('boiling')
  await expect.poll(() => cards().count()).toBe(1)
  await page.getByText('All loaders · 1 chunk has the text').waitFor()
  await page.getByRole('searchbox', { name: 'Search the text' }).fill('coffee')
  await button('Clear search and filters').click()
  await expect.poll(() => cards().count()).toBe(2)
  await expectFine('chunks')
  await button('Edit chunk 1').click()
  const dialog = dialogOf('Chunk 1')
  await dialog.getByRole('textbox', { name: 'Text' }).and(focused()).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' It stands two minutes.')
  await dialog.getByRole('textbox', { name: 'Metadata' }).waitFor()
  await expectFine('a chunk that is changed')
  await page.keyboard.press('Escape')
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await cards().first().getByText('It stands two minutes.').waitFor()
  await cards().first().getByText('changed', { exact: true }).waitFor()
  await button('Edit chunk 1').click()
  await dialog.getByRole('textbox', { name: 'Text' }).and(focused()).waitFor()
  await page.keyboard.press('End')
  for (let letter = 0; letter < 'It stands two minutes.'.length; letter += 1)
    await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Cut at the cursor' }).click()
  await expect.poll(() => cards().count()).toBe(3)
  await cards().nth(1).getByText('It stands two minutes.', { exact: true }).waitFor()
  await button('Merge chunk 1 with the next').click()
  await expect.poll(() => cards().count()).toBe(2)
  await cards().nth(1).getByText('Black tea wants boiling water.').waitFor()
})

test('who processes a loader whose chunks were changed by hand is asked before that is lost', async () => {
  const { page } = journey
  const question = dialogOf('Process “Pdf File” again?')
  const keep = async () => {
    await question.getByText('Its chunks were changed by hand.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
  }
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await button('Actions of Pdf File').click()
  await page.getByRole('menuitem', { name: 'Process now' }).click()
  await keep()
  await page.getByRole('link', { name: 'Pdf File', exact: true }).click()
  await preview().getByText('2 of 2 chunks').waitFor()
  await button('Process').click()
  await keep()
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await loaderRow('Pdf File').getByText('changed by hand').waitFor()
})

test('vectors are made by embeddings without a key, and the history tells of it [S2-ROUTE-18]', async () => {
  const { page } = journey
  await page.getByRole('cell', { name: /changed by hand/ }).waitFor()
  await page.getByRole('link', { name: 'Choose embeddings and vector store' }).click()
  await heading('Vector configuration').waitFor()
  await page.getByText('Nothing was taken in yet.').waitFor()
  await button('Upsert').click()
  await page.getByText('Choose one.').first().waitFor()
  await choose('Embeddings', /^Demo embeddings/)
  await choose('Vector store', /^In-Memory Vector Store/)
  await choose('Chat model', /^Demo model/)
  await expectFine('the vector configuration')
  await button('Upsert').click()
  const outcome = page.getByRole('status').filter({ hasText: 'The vectors are made' })
  await outcome.waitFor()
  await expect.poll(() => outcome.innerText()).toMatch(/Added\s+2/)
  const history = page.getByRole('region', { name: 'Upsert history' })
  await expect.poll(() => history.locator('.upsert-entry').count()).toBe(1)
  await history.getByText('What was used').click()
  await history.getByText('Demo embeddings').first().waitFor()
  await history.getByText('Demo model').first().waitFor()
  await expectFine('the vector configuration after an upsert')
})

test('the store is asked, and answers with the passage and its page [S2-ROUTE-20 S2-ROUTE-38]', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Ask the store' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('boiling water')
  await page.keyboard.press('Enter')
  await cards().first().getByText('Black tea wants boiling water.').waitFor()
  await cards()
    .first()
    .getByText(/tea\.pdf · page 2 · line 1 · chunk \d/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Top K' }).fill('1')
  await page.getByRole('textbox', { name: 'Question' }).press('Enter')
  await expect.poll(() => cards().count()).toBe(1)
  await button('Add a condition').click()
  const condition = page.getByRole('group', { name: 'Condition 1 of Filter' })
  await condition
    .getByRole('textbox', { name: /^Field of metadata/ })
    .and(focused())
    .waitFor()
  await page.keyboard.type('loc.pageNumber')
  await condition.getByRole('combobox', { name: /^How it is compared/ }).selectOption('is at least')
  await condition.getByRole('textbox', { name: /^Value/ }).fill('many')
  await condition.getByText('Write a number.').waitFor()
  await condition.getByRole('textbox', { name: /^Value/ }).fill('99')
  await button('Add a group').click()
  await expectFine('a filter of conditions')
  await page.getByRole('textbox', { name: 'Question' }).press('Enter')
  await page.getByText('Nothing was found.').waitFor()
  await button('Write as JSON').click()
  const filter = page.getByRole('textbox', { name: 'Filter' })
  expect(await filter.inputValue()).toBe('{"loc.pageNumber":{"$gte":99}}')
  await filter.fill('{"loc.pageNumber": ')
  await page.getByText('This is no JSON object.').waitFor()
  expect(await button('Ask').isDisabled()).toBe(true)
  await filter.fill('{"loc.pageNumber": {"$lt": 99}}')
  await button('Show as conditions').click()
  expect(await condition.getByRole('combobox', { name: /^How it is compared/ }).inputValue()).toBe('below')
  await page.getByRole('textbox', { name: 'Question' }).press('Enter')
  await expect.poll(() => cards().count()).toBe(1)
  await expectFine('passages')
  const params = page.getByRole('region', { name: 'How it searches' })
  await params.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Flows search so').waitFor()
})

test('passages that should come are kept as a test question', async () => {
  const { page } = journey
  await button('Keep as a test question').waitFor()
  await page.getByRole('checkbox', { name: 'Passage 1 should come' }).check()
  await button('Keep as a test question').click()
  const dialog = dialogOf('New test question')
  await dialog.getByRole('textbox', { name: 'Question' }).and(focused()).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Passage 1' }).inputValue()).toMatch(/boiling water/)
  await expectFine('a new test question')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The test question is saved.').waitFor()
  await page.getByRole('tab', { name: 'Test questions' }).click()
  await page.getByRole('row', { name: /boiling water/ }).waitFor()
  await button('Add a question').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter the question.').waitFor()
  await dialog.getByText('At least one passage should come.').waitFor()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How is cocoa made?')
  await dialog.getByRole('textbox', { name: 'Passage 1' }).fill('Cocoa likes milk.')
  await page.keyboard.press('Escape')
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /How is cocoa made/ }).waitFor()
  await expectFine('test questions')
})

test('they are run as the store is set and with other settings, side by side', async () => {
  const { page } = journey
  await button('Add other settings').click()
  const other = page.getByRole('region', { name: 'Other settings 1' })
  await other.getByRole('textbox', { name: 'Name' }).and(focused()).waitFor()
  await page.keyboard.type('Two by words')
  await other.getByRole('textbox', { name: 'Top K' }).fill('2')
  await other.getByRole('combobox', { name: 'Search' }).click()
  await page.getByRole('option', { name: 'By words alone' }).click()
  await expectFine('other settings of a test')
  await button('Run 2 questions').click()
  const runs = page.getByRole('region', { name: 'Last runs' })
  await runs.getByText('Done', { exact: true }).waitFor()
  await runs.getByRole('cell', { name: /The store as it was set/ }).waitFor()
  await runs.getByRole('cell', { name: /Two by words/ }).waitFor()
  expect(await runs.getByRole('cell', { name: '0.50' }).count()).toBeGreaterThan(0)
  await runs.getByText('Question by question').click()
  await runs.getByRole('cell', { name: 'place 1' }).first().waitFor()
  await runs.getByRole('cell', { name: '1 did not come' }).first().waitFor()
  await expectFine('a run of test questions')
  await button('Change “How is cocoa made?”').click()
  const dialog = dialogOf('Change the test question')
  await dialog.getByRole('textbox', { name: 'Passage 1' }).fill('Green tea is steeped at seventy')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Green tea is steeped/ }).waitFor()
  await button('Run 2 questions').click()
  await expect.poll(() => runs.locator('.test-run').count()).toBe(2)
  await runs.getByText('+0.50 since the run before').first().waitFor()
  await expectFine('two runs of test questions')
})

test('a chunk is marked as what should come where it is read', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'View and edit chunks' }).click()
  await button('Chunk 1 should come for a question').click()
  const dialog = dialogOf('New test question')
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How is green tea made?')
  expect(await dialog.getByRole('textbox', { name: 'Passage 1' }).inputValue()).toMatch(/^Green tea/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  // The note of the question before may still stand there.
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The test question is saved.').last().waitFor()
})

test('one more loader makes the store stale, and the advice leads on', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await button('Add document loader').click()
  await dialogOf('Where do the documents come from?')
    .getByRole('button', { name: /^Plain Text/ })
    .click()
  await settings().getByRole('textbox', { name: /^Text/ }).fill(NAMES)
  await preview().getByText(NAMES).waitFor()
  await button('Process').click()
  await page.getByText('The answers are not up to date').waitFor()
  await button('Upsert all chunks').click()
  await page.getByText('The store answers questions', { exact: true }).waitFor()
  await expectFine('a store that answers')
})

test('in the list of all loaders each chunk is named with its own', async () => {
  const { page } = journey
  await button('More').click()
  await page.getByRole('menuitem', { name: 'View and edit chunks' }).click()
  await button('Edit chunk 1 of Pdf File').waitFor()
  await button('Edit chunk 1 of Plain Text').click()
  await dialogOf('Chunk 1 of Plain Text').waitFor()
  await page.keyboard.press('Escape')
  await button('Delete chunk 1 of Plain Text').click()
  await dialogOf('Delete chunk 1 of Plain Text?').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
})

test('its vectors are deleted after a question, and made again', async () => {
  const { page } = journey
  const removeVectors = async (answer: string) => {
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Delete vectors' }).click()
    await dialogOf('Delete the vectors of “Tea house”?').getByRole('button', { name: answer }).click()
  }
  const asking = page.getByRole('link', { name: 'Ask the store' })
  await removeVectors('Cancel')
  await asking.first().waitFor()
  await removeVectors('Delete vectors')
  await page.getByText('The vectors of “Tea house” were deleted.').waitFor()
  await expect.poll(() => asking.count()).toBe(0)
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Upsert all chunks' }).click()
  await page.getByText('The store answers questions', { exact: true }).waitFor()
})

test('a loader is read again when somebody asks, and by a schedule', async () => {
  const { page } = journey
  const row = loaderRow('Plain Text')
  await button('Actions of Plain Text').click()
  await page.getByRole('menuitem', { name: 'Read again now' }).click()
  await row.getByText('Checked, nothing had changed:').filter({ visible: true }).waitFor()
  await button('Actions of Plain Text').click()
  await page.getByRole('menuitem', { name: 'Refresh schedule' }).click()
  const dialog = dialogOf('Refresh schedule of “Plain Text”')
  await dialog.getByRole('combobox', { name: 'Read again' }).and(focused()).waitFor()
  await dialog.getByRole('combobox', { name: 'Read again' }).selectOption('By a cron expression')
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Atlantis')
  journey.visitor.watch.allow('400 (Bad Request)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('“Europe/Atlantis” is no time zone.').waitFor()
  // What only the server can judge stands at its field, which has the focus now.
  const zone = dialog.getByRole('textbox', { name: 'Time zone' })
  await zone.and(page.locator('[aria-invalid="true"]')).and(focused()).waitFor()
  await dialog.getByRole('combobox', { name: 'Read again' }).selectOption('Every few days, at a time of day')
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin')
  await expectFine('the schedule of a loader')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Next time:').filter({ visible: true }).waitFor()
  await expectFine('a loader with a schedule')
  await button('Actions of Pdf File').click()
  await page.getByRole('menuitem', { name: 'Call by a program' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Refresh schedule' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('tags say who may read a document, and which flows', async () => {
  const { page } = journey
  const row = loaderRow('Plain Text')
  await button('Actions of Plain Text').click()
  await page.getByRole('menuitem', { name: 'Who may read it' }).click()
  const dialog = dialogOf('Who may read “Plain Text”')
  await dialog.getByLabel('Tags', { exact: true }).and(focused()).waitFor()
  await page.keyboard.type('Tea House')
  await page.keyboard.press('Enter')
  await dialog.getByText('tea-house', { exact: true }).waitFor()
  await expectFine('the readers of a document')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Only for: tea-house').waitFor()
  await page.getByText('The answers are not up to date').waitFor()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'What flows may read' }).click()
  await dialogOf('What flows may read').getByText('No flow uses this store yet.').waitFor()
  await expectFine('what flows may read')
  await page.keyboard.press('Escape')
  await button('Upsert all chunks').click()
  await page.getByText('The store answers questions', { exact: true }).waitFor()
})

test('a program is shown how to take documents in', async () => {
  const { page } = journey
  await button('Actions of Pdf File').click()
  await page.getByRole('menuitem', { name: 'Call by a program' }).click()
  const dialog = dialogOf('Take documents in by a program: Pdf File')
  await dialog.getByText("-F 'files=@document.pdf'").waitFor()
  await dialog.getByRole('tab', { name: 'Python' }).click()
  await dialog.getByText('requests.post').waitFor()
  await expectFine('the call of a loader')
  await page.keyboard.press('Escape')
})

test('a file that cannot be read fails alone, says why, and can be tried again', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400 (Bad Request)')
  await button('Add document loader').click()
  await page.keyboard.type('pdf')
  await dialogOf('Where do the documents come from?')
    .getByRole('button', { name: /^Pdf File/ })
    .click()
  await settings().getByRole('textbox', { name: 'Name of the loader' }).fill('Menu')
  await dropFile('menu.pdf', tea)
  await dropFile('milk.pdf', Buffer.from('Milk'))
  await preview()
    .getByRole('list', { name: 'What could not be read' })
    .getByText(/milk\.pdf/)
    .waitFor()
  await button('Process').click()
  await page.getByText('Some documents could not be read', { exact: true }).waitFor()
  const files = page.getByRole('list', { name: 'Files of Menu' }).getByRole('listitem')
  expect(await files.allInnerTexts()).toEqual([
    expect.stringMatching(/milk\.pdf[\s\S]*Try again/),
    expect.stringMatching(/menu\.pdf[\s\S]*2 chunks/),
  ])
  await expectFine('a file that could not be read')
  await button('Try again: milk.pdf').click()
  await page.getByText('Some documents could not be read', { exact: true }).waitFor()
})

test('it is taken out alone, and the others stay', async () => {
  const { page } = journey
  await loaderRow('Menu').getByRole('link', { name: 'Menu', exact: true }).click()
  await heading('Menu').waitFor()
  await expectFine('the files of a loader')
  await settings().getByRole('button', { name: 'Remove milk.pdf' }).click()
  await settings()
    .getByRole('button', { name: /Replace the file$/ })
    .and(focused())
    .waitFor()
  await button('Process').click()
  await loaderRow('Menu').getByRole('cell', { name: 'Processed', exact: true }).waitFor()
  const files = page.getByRole('list', { name: 'Files of Menu' }).getByRole('listitem')
  expect(await files.allInnerTexts()).toEqual([expect.stringMatching(/menu\.pdf[\s\S]*2 chunks/)])
  await button('Actions of Menu').click()
  await page.getByRole('menuitem', { name: 'Delete loader' }).click()
  await dialogOf('Delete the loader “Menu”?').getByRole('button', { name: 'Delete loader' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Files of Menu' }).count()).toBe(0)
})

test('a model is chosen for scanned pages; then the preview waits to be asked for', async () => {
  const { page } = journey
  await button('Add document loader').click()
  await page.keyboard.type('pdf')
  await dialogOf('Where do the documents come from?')
    .getByRole('button', { name: /^Pdf File/ })
    .click()
  await settings()
    .getByRole('button', { name: /additional settings/ })
    .click()
  await choose('Read Scanned Pages With', /^Anthropic Claude/)
  await settings().getByRole('region', { name: 'Settings of Anthropic Claude', exact: true }).waitFor()
  await dropFile('scan.pdf', tea)
  await expectFine('a loader with a model for scanned pages')
  expect(await preview().getByText('2 of 2 chunks').count()).toBe(0)
  await page.getByRole('link', { name: 'Back to the store Tea house' }).click()
  await dialogOf('Discard changes?').getByRole('button', { name: 'Discard changes' }).click()
  await button('Add document loader').waitFor()
})

test('the list tells how stores stand; search and order outlast a reload', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Document Stores', exact: true }).click()
  await page.getByRole('cell', { name: 'Answers questions', exact: true }).waitFor()
  await expectFine('the list of stores')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('coffee')
  await page.getByText('Nothing matches').waitFor()
  expect(new URL(page.url()).search).toBe('?q=coffee')
  await page.reload()
  await button('Clear search and filters').click()
  await button('Rename Tea house').click()
  const dialog = dialogOf('Rename the store')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tea room')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Tea room' }).waitFor()
})

test('a store is deleted after a question that says what is lost', async () => {
  const { page } = journey
  await button('New store').click()
  await dialogOf('New document store').getByRole('textbox', { name: 'Name' }).fill('Coffee')
  await page.keyboard.press('Enter')
  await heading('Coffee').waitFor()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Delete store' }).click()
  const question = dialogOf('Delete “Coffee”?')
  await question.getByText('No flow uses it.').waitFor()
  await question.getByRole('button', { name: 'Delete store' }).click()
  await heading('Document Stores').waitFor()
  await page.getByRole('link', { name: 'Tea room' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Coffee' }).count()).toBe(0)
})

test('who may only view them finds nothing that is refused [S2-ROUTE-19 S6-PERM-11]', async () => {
  const { page } = journey
  const address = await page.getByRole('link', { name: 'Tea room' }).getAttribute('href')
  await becomeMember(page, { permissions: ['documentStores:view'], platform: 'enterprise' })
  await page.goto('/')
  await heading('Document Stores').waitFor()
  for (const name of ['New store', 'Rename Tea room', 'Delete Tea room'])
    expect(await button(name).count()).toBe(0)
  await page.goto(address ?? '')
  await heading('Tea room').waitFor()
  expect(await button('Add document loader').count()).toBe(0)
  const loader = await page.getByRole('link', { name: 'Pdf File' }).getAttribute('href')
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Vector configuration' }).waitFor()
  for (const name of ['Upsert all chunks', 'Refresh everything', 'Rename', 'Delete store'])
    expect(await page.getByRole('menuitem', { name }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Vector configuration' }).click()
  await heading('Vector configuration').waitFor()
  expect(await button('Upsert').count()).toBe(0)
  await expectFine('the vector configuration of a viewer')
  await page.goto(
    `${address?.replace('document-stores', 'document-stores/vector')}/${loader?.split('/').at(-1)}`,
  )
  await page.getByText('Only the chunks of Pdf File are taken in.').waitFor()
})

test('a store of another workspace than the active one is not shown [S6-WSCHK-01 S6-WSCHK-02]', async () => {
  const { page } = journey
  await page.route('**/api/v1/document-store/store/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), workspaceId: crypto.randomUUID() } })
  })
  await page.reload()
  await page.waitForURL('**/unauthorized*')
})
