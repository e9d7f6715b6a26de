import { ModelError } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { imageGenerationToolCase } from './image-generation-tool.case.fixture.ts'
import { listImageModels } from './list-image-models.ts'
import { imageGenerationToolset } from './toolset.ts'

const model = createTestComponent('openAIImages')
const request = (input: object) => ({ tool: 'draw_picture', input: input as never })

/** Draws with a model that fails at some of the pictures, by their numbers. */
async function draw(input: object, { values = {}, fails = [] as number[], anchors = {} } = {}) {
  const asked: string[] = []
  const { call } = createTestCallContext({
    draw: (prompt, { type }) => {
      const number = asked.push(`${type}: ${prompt}`)
      if (fails.includes(number)) throw new ModelError('It is busy.', { retryable: true })
      return { blob: `b${number}`, name: `p${number}.png`, mediaType: 'image/png', size: 1 }
    },
  })
  const component = createTestComponent('imageGenerationTool', {
    label: 'Painter',
    values,
    anchors: { imageModel: [model], ...anchors },
  })
  const result = await imageGenerationToolset.call(component, request(input), call)
  return { ...result, asked }
}

test('a picture is shown as an artifact of the conversation; the model is told its name, not its bytes', async () => {
  const { content, artifacts, asked } = await draw({ prompt: 'A cat' })
  expect(asked).toEqual(['openAIImages: A cat'])
  expect(artifacts).toEqual([{ type: 'png', data: 'FILE-STORAGE::p1.png' }])
  expect(content).toContain('p1.png')
  expect(content.length).toBeLessThan(300)
})

test.each([
  [{ count: 3 }, {}, 1],
  [{ count: 3 }, { mostPictures: 4 }, 3],
  [{ count: 99 }, { mostPictures: 99 }, 4],
  [{ count: '2' }, { mostPictures: '3' }, 2],
  [{ count: -1 }, { mostPictures: 0 }, 1],
])('a model that asks for %j of an author who says %j gets %i', async (more, values, count) => {
  const { artifacts, asked } = await draw({ prompt: 'A cat', ...more }, { values })
  expect(asked).toHaveLength(count)
  expect(artifacts).toHaveLength(count)
})

test('the model may ask for several only where the author lets it', async () => {
  const propertiesOf = async (mostPictures: number) => {
    const opened = openToolCase(imageGenerationToolCase, { values: { mostPictures } })
    const [offer] = await opened.listTools()
    return offer?.inputSchema.properties
  }
  expect(await propertiesOf(1)).not.toHaveProperty('count')
  expect(await propertiesOf(3)).toMatchObject({ count: { maximum: 3 } })
})

test('a picture that fails does not take the others with it, and one that fails alone is the fault of the tool', async () => {
  const { content, artifacts } = await draw(
    { prompt: 'A cat', count: 3 },
    { values: { mostPictures: 3 }, fails: [2] },
  )
  expect(artifacts).toHaveLength(2)
  expect(content).toContain('One that was asked for is not: It is busy.')
  await expect(draw({ prompt: 'A cat' }, { fails: [1] })).rejects.toThrow('It is busy.')
})

test('who is wired draws, else who is chosen; without either it says what to do', async () => {
  const chosen = [createTestComponent('googleImages')]
  const both = await draw({ prompt: 'A cat' }, { anchors: { chosenImageModel: chosen } })
  expect(both.asked).toEqual(['openAIImages: A cat'])
  const alone = await draw({ prompt: 'A cat' }, { anchors: { imageModel: [], chosenImageModel: chosen } })
  expect(alone.asked).toEqual(['googleImages: A cat'])
  await expect(draw({ prompt: 'A cat' }, { anchors: { imageModel: [] } })).rejects.toThrow(
    'Painter has nobody who draws.',
  )
})

test('image models of the catalogue can be chosen, and nothing else', async () => {
  const definition = (name: string, provides: string[]) => ({ name, label: name, description: 'd', provides })
  const context = { catalogue: [definition('a', ['imageModel']), definition('b', ['chatModel'])] }
  expect(await listImageModels(context as never)).toEqual([
    { name: 'a', label: 'a', description: 'd', imageSrc: 'a' },
  ])
})
