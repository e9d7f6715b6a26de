import { RunnelError } from '@runnel/contract'
import { markupSteps } from '@runnel/markup'
import {
  awsHost,
  type CallContext,
  type Component,
  type Document,
  gatherInTurns,
  readAwsRegion,
  readText,
  signAws,
} from '@runnel/node-kit'
import { readByEnding } from './read-by-ending.ts'
import { askLoader, readAddress, readNeeded } from './server-loader.ts'

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/** A file of a bucket as its list tells of it. */
export interface ListedFile {
  key: string
  /** Its ETag, or when it was written. */
  version: string
}

/** A bucket of S3 that a node names. */
export interface Bucket {
  name: string
  /** A file of it, read as its ending says. */
  read(key: string): Promise<Document[]>
  /** A page of its files whose keys begin so, and where the next page begins. */
  list(prefix: string, token: string): Promise<{ files: ListedFile[]; next: string }>
}

/** @throws RunnelError `invalid_input` for a bucket or a region that there cannot be */
export function openBucket(component: Component, call: CallContext): Bucket {
  const name = readNeeded(component, 'bucketName', 'bucket')
  if (!BUCKET.test(name))
    throw new RunnelError('invalid_input', `“${name.slice(0, 100)}” is no name of a bucket.`, {
      issues: [{ path: 'bucketName', message: 'This is no name of a bucket.' }],
    })
  const region = readAwsRegion(component.values)
  const base = baseOf(component, { name, region })
  const server = { label: 'S3', authorise: signAws('s3', region) }
  const ask = (url: string) => askLoader({ url }, { component, server, call })
  return {
    name,
    async read(key) {
      const steps = key.split('/')
      // Addresses are walked by such steps, also where they are escaped: they would lead into another bucket.
      if (steps.some((step) => step === '.' || step === '..')) throw noKey(key)
      const { body, isBase64, headers } = await ask(`${base}/${steps.map(encodeStep).join('/')}`)
      const bytes = isBase64 === true ? Uint8Array.fromBase64(body) : new TextEncoder().encode(body)
      const mediaType = headers['content-type'] ?? 'application/octet-stream'
      const source = await call.file.write({ bytes, mediaType, name: steps.at(-1) || 'file' })
      return readByEnding({ source, name: key }, component.values, call)
    },
    async list(prefix, token) {
      const query = new URLSearchParams({
        'list-type': '2',
        ...(prefix && { prefix }),
        ...(token && { 'continuation-token': token }),
      })
      return readListing((await ask(`${base}/?${query.toString().replaceAll('+', '%20')}`)).body)
    },
  }
}

function baseOf(component: Component, { name, region }: { name: string; region: string }): string {
  if (readText(component.values, 'serverUrl').trim() !== '')
    return `${readAddress(component, 'serverUrl', 'https://s3.example.com').href.replace(/\/$/, '')}/${name}`
  const host = awsHost('s3', region)
  // The certificates of AWS hold for one name before the host.
  return name.includes('.') ? `https://${host}/${name}` : `https://${name}.${host}`
}

function noKey(key: string): RunnelError {
  return new RunnelError(
    'invalid_input',
    `“${key.slice(0, 100)}” is no key of a file: it has steps of dots.`,
    {
      issues: [{ path: 'keyName', message: 'This is no key of a file.' }],
    },
  )
}

function encodeStep(step: string): string {
  return encodeURIComponent(step).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** What a list tells of one file. */
type Told = Record<'Key' | 'ETag' | 'LastModified', string>

async function readListing(markup: string): Promise<{ files: ListedFile[]; next: string }> {
  const told: Told[] = []
  let next = ''
  let place = ''
  const steps = markupSteps(
    markup,
    { xml: true },
    {
      opens: (name) => {
        place = name
        if (name === 'Contents') told.push({ Key: '', ETag: '', LastModified: '' })
      },
      closes: () => {
        place = ''
      },
      text: (text) => {
        const file = told.at(-1)
        if (file && (place === 'Key' || place === 'ETag' || place === 'LastModified')) file[place] += text
        if (place === 'NextContinuationToken') next += text
      },
    },
  )
  await gatherInTurns(steps)
  return {
    files: told.map(({ Key, ETag, LastModified }) => ({ key: Key, version: ETag || LastModified })),
    next,
  }
}
