import { X509Certificate } from 'node:crypto'
import { type Refusal, refusalOf, tellWhy } from '@runnel/contract'
import { readMarkup } from '@runnel/markup'
import type { EgressFetch } from '../egress/create-egress.ts'
import type { SamlProvider } from './saml-kinds.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

type Lack = 'status' | 'long' | 'several' | 'no_entity' | 'no_address' | 'no_certificate'

const notMetadata = (host: string, lack: Lack, details: Record<string, string> = {}) =>
  refusalOf('upstream_error', tellWhy(`metadata_${lack}`, { host, ...details }))

/** Asks a provider for its metadata. @throws RunnelError saying what is wrong */
export async function fetchSamlProvider(fetch: EgressFetch, url: string): Promise<SamlProvider> {
  const { host } = new URL(url)
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/samlmetadata+xml, */*' },
  })
  if (!response.ok) throw notMetadata(host, 'status', { status: String(response.status) })
  return readSamlMetadata(await response.text(), host)
}

/** What the metadata of a provider say, as far as it matters. */
interface Told {
  entityId: string
  providers: number
  signInUrl: string | undefined
  certificates: string[]
}

/** Reads the metadata of a provider. @throws RunnelError saying what is missing */
export function readSamlMetadata(xml: string, host: string): SamlProvider {
  if (xml.length > LONGEST_METADATA) throw notMetadata(host, 'long')
  const { entityId, providers, signInUrl, certificates } = collect(xml)
  if (providers !== 1) throw notMetadata(host, 'several')
  if (entityId === '') throw notMetadata(host, 'no_entity')
  if (signInUrl === undefined) throw notMetadata(host, 'no_address')
  if (certificates.length === 0) throw notMetadata(host, 'no_certificate')
  return { entityId, signInUrl, certificates: [...new Set(certificates)] }
}

/** Nothing is signed here that counts: an administrator looks at what was found before it is kept. */
function collect(xml: string): Told {
  const told: Told = { entityId: '', providers: 0, signInUrl: undefined, certificates: [] }
  const path: string[] = []
  const open = new Map<string, number>()
  let isForSigning = false
  let certificate: string[] = []
  const isIn = (name: string) => (open.get(name) ?? 0) > 0
  const leave = (name: string) => open.set(name, (open.get(name) ?? 0) - 1)
  const inProvider: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => void>> = {
    KeyDescriptor(attributes) {
      isForSigning = attributes.use !== 'encryption'
    },
    X509Certificate() {
      certificate = []
    },
    SingleSignOnService({ Binding: binding, Location: location }) {
      if (binding === REDIRECT) told.signInUrl ??= location
    },
  }
  readMarkup(
    xml,
    { xml: true },
    {
      opens(prefixed, attributes) {
        const name = localName(prefixed)
        if (path.length >= DEEPEST) return
        path.push(name)
        open.set(name, (open.get(name) ?? 0) + 1)
        if (name === 'EntityDescriptor') told.entityId = attributes.entityID ?? ''
        if (name === 'IDPSSODescriptor') told.providers += 1
        if (isIn('IDPSSODescriptor')) inProvider[name]?.(attributes)
      },
      text(part) {
        if (path.at(-1) === 'X509Certificate') certificate.push(part)
      },
      closes(prefixed) {
        const name = localName(prefixed)
        if (name === 'X509Certificate' && isIn('IDPSSODescriptor') && isIn('KeyDescriptor') && isForSigning)
          told.certificates.push(toPem(certificate.join('')))
        if (isIn(name)) for (const left of path.splice(path.lastIndexOf(name))) leave(left)
      },
    },
  )
  return told
}

/** No provider’s metadata nest deeper, or are longer; in characters. */
const DEEPEST = 50
const LONGEST_METADATA = 200_000

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** A certificate as PEM, from PEM or bare Base64. */
export function toPem(text: string): string {
  const body = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  return `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----`
}

/** The certificates of a text that holds one or several, each once. */
export function splitCertificates(text: string): string[] {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]
  return [...new Set(parts.filter((part) => part.trim() !== '').map(toPem))]
}

/** The SHA-256 of a certificate, as other tools show it: `AB:CD:…`; undefined for a text that is none. */
export function certificateFingerprint(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256
  } catch {
    return undefined
  }
}

/** What is wrong with a certificate at that time; undefined when nothing is. Times are milliseconds since 1970. */
export function certificateFault(pem: string, now: number): Refusal | undefined {
  try {
    const certificate = new X509Certificate(pem)
    const { validFrom, validTo } = certificate
    if (now > Date.parse(validTo)) return tellWhy('certificate_ended', { date: validTo })
    return now < Date.parse(validFrom) ? tellWhy('certificate_begins', { date: validFrom }) : undefined
  } catch {
    return tellWhy('certificate_odd')
  }
}
