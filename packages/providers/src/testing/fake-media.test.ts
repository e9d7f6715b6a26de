import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4FilePart, SharedV4FileData } from '@ai-sdk/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'

let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRg=='
const MP3 = btoa('ID3 what was said')
const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')

const provider = () => createOpenAI({ baseURL: vendor.baseURL, apiKey: 'sk-test' })

async function show(files: LanguageModelV4FilePart[], model = 'gpt-4o') {
  const text = { type: 'text' as const, text: 'What is it?' }
  return await provider()
    .chat(model)
    .doGenerate({ prompt: [{ role: 'user', content: [...files, text] }] })
}

function file(mediaType: string, data: string | SharedV4FileData): LanguageModelV4FilePart {
  return { type: 'file', mediaType, data: typeof data === 'string' ? { type: 'data', data } : data }
}

async function post(role: string, part: object) {
  const response = await fetch(`${vendor.baseURL}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-4o-audio-preview', messages: [{ role, content: [part] }] }),
  })
  return { status: response.status, value: await response.json() }
}

describe('a chat', () => {
  test('takes sounds, where the model hears', async () => {
    const { content } = await show([file('audio/wav', WAV), file('audio/mpeg', MP3)], 'gpt-audio')
    expect(content).toEqual([{ type: 'text', text: 'Echo: (with 2 files) What is it?' }])
  })

  test('takes images and PDFs', async () => {
    const { content } = await show([
      file('image/png', PNG),
      file('image/png', { type: 'url', url: new URL('https://example.com/a.png') }),
      { ...file('application/pdf', PDF), filename: 'a.pdf' },
    ])
    expect(content).toEqual([{ type: 'text', text: 'Echo: (with 3 files) What is it?' }])
  })

  test.each([
    ['an image that is none', file('image/png', 'aGVsbG8='), 'gpt-4o', 'You uploaded an unsupported image'],
    ['an image of another kind', file('image/bmp', 'Qk0='), 'gpt-4o', 'You uploaded an unsupported image'],
    [
      'an image for a blind model',
      file('image/png', PNG),
      'gpt-3.5-turbo',
      'only supported by certain models',
    ],
    ['a PDF that is none', file('application/pdf', 'aGVsbG8='), 'gpt-4o', 'could not be read as a PDF'],
    ['a sound for a deaf model', file('audio/wav', WAV), 'gpt-4o', 'only supported by certain models'],
    ['a sound that is none', file('audio/mpeg', PNG), 'gpt-audio', 'could not be decoded'],
    [
      'a file that is not there',
      file('application/pdf', { type: 'reference', reference: { openai: 'file-1' } }),
      'gpt-4o',
      "'file-1' was not found",
    ],
  ])('refuses %s', async (_, ...[part, model, words]) => {
    await expect(show([part], model)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(words),
    })
  })

  test.each<[what: string, role: string, part: object, words: string]>([
    [
      'an image of the assistant',
      'assistant',
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      "only allowed for messages with role 'user'",
    ],
    [
      'a PDF as image',
      'user',
      { type: 'image_url', image_url: { url: `data:application/pdf;base64,${PDF}` } },
      "unsupported MIME type 'application/pdf'",
    ],
    [
      'bytes that are no base64',
      'user',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,%%' } },
      'invalid base64-encoded value',
    ],
    [
      'another document',
      'user',
      { type: 'file', file: { filename: 'a.md', file_data: 'data:text/markdown;base64,aGVsbG8=' } },
      "unsupported MIME type 'text/markdown'",
    ],
    [
      'a file without name',
      'user',
      { type: 'file', file: { file_data: `data:application/pdf;base64,${PDF}` } },
      'file.filename',
    ],
    [
      'another sound',
      'user',
      { type: 'input_audio', input_audio: { format: 'ogg', data: 'aGVsbG8=' } },
      "'wav' and 'mp3'",
    ],
    ['a part of another protocol', 'user', { type: 'image', source: {} }, "Invalid value: 'image'"],
  ])('refuses %s', async (_, ...[role, part, words]) => {
    const { status, value } = await post(role, part)
    expect(status).toBe(400)
    expect(value).toMatchObject({ error: { message: expect.stringContaining(words) } })
  })
})

describe('a file', () => {
  const data = { type: 'data' as const, data: PDF }

  test('is uploaded, used, read and deleted', async () => {
    const files = provider().files()
    const uploaded = await files.uploadFile({ data, mediaType: 'application/pdf', filename: 'a.pdf' })
    expect(uploaded).toMatchObject({ filename: 'a.pdf', byteSize: 14 })
    const reference = uploaded.providerReference
    await show([file('application/pdf', { type: 'reference', reference })])

    expect(await files.getFileMetadata?.({ file: reference })).toMatchObject({
      filename: 'a.pdf',
      byteSize: 14,
    })
    const { content, mediaType } = (await files.downloadFile?.({ file: reference })) ?? {}
    expect(await new Response(content ?? null).text()).toBe('%PDF-1.7\n%%EOF')
    expect(mediaType).toBe('application/pdf')

    expect(await files.deleteFile?.({ file: reference })).toMatchObject({ deleted: true })
    await expect(files.getFileMetadata?.({ file: reference })).rejects.toMatchObject({ statusCode: 404 })
  })

  test('is listed', async () => {
    const { providerReference } = await provider().files().uploadFile({ data, mediaType: 'application/pdf' })
    const list = await (await fetch(`${vendor.baseURL}/files`)).json()
    expect(list).toMatchObject({
      object: 'list',
      data: [{ id: providerReference.openai, purpose: 'assistants' }],
    })
  })

  test('is refused empty, for no purpose and for an odd one', async () => {
    const upload = async (fields: Record<string, string | Blob>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const response = await fetch(`${vendor.baseURL}/files`, { method: 'POST', body: form })
      return { status: response.status, value: await response.json() }
    }
    const some = new Blob(['a'])
    const refusal = (words: string) => ({
      status: 400,
      value: { error: { message: expect.stringContaining(words) } },
    })
    expect(await upload({ purpose: 'assistants' })).toMatchObject(refusal("'file' is a required property"))
    expect(await upload({ file: some })).toMatchObject(refusal("'purpose' is a required property"))
    expect(await upload({ file: some, purpose: 'fun' })).toMatchObject(refusal("'fun' is not one of"))
    expect(await upload({ file: new Blob([]), purpose: 'vision' })).toMatchObject(refusal('File is empty'))
  })
})
