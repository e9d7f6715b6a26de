import { isJsonObject } from '@runnel/contract'
import { generateServiceProviderMetadata, SAML } from './node-saml.js'
import { addressOf, type ProvenPerson, textOf } from './proven-person.ts'
import { LONGEST_RESPONSE, type ReadAssertion, type SamlProvider, type SamlService } from './saml-kinds.ts'
import { unproven } from './sign-on-fault.ts'

const CLOCKS_MAY_DIFFER_MS = 60_000
/** However long a provider lets its assertions live, in milliseconds. */
const LONGEST_LIFE_MS = 10 * 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const EMAIL_NAMES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const PERSON_NAMES = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

function configOf(provider: SamlProvider, service: SamlService) {
  return {
    idpCert: provider.certificates,
    issuer: service.entityId,
    audience: service.entityId,
    callbackUrl: service.callbackUrl,
    entryPoint: provider.signInUrl,
    wantAssertionsSigned: true,
    // The assertion's own signature is what counts; whether the envelope is signed too is the provider's matter.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCKS_MAY_DIFFER_MS,
    maxAssertionAgeMs: LONGEST_LIFE_MS,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  }
}

/** The address at which somebody signs in, and the id of the request that the answer must name. */
export function beginSaml(
  provider: SamlProvider,
  service: SamlService,
  { id, relayState }: { id: string; relayState: string },
): Promise<string> {
  const saml = new SAML({ ...configOf(provider, service), generateUniqueId: () => id })
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/**
 * Reads what a provider's form brought. Only what its signature covers is looked at. Checked here or by the library: one
 * assertion, signed by a known certificate and not wrapped; issuer, audience, recipient, bearer, time window.
 * @throws RunnelError `unauthenticated`
 */
export async function readSamlResponse(
  provider: SamlProvider,
  service: SamlService,
  { response, now }: { response: string; now: number },
): Promise<ReadAssertion> {
  refuseTricks(response)
  const saml = new SAML(configOf(provider, service))
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((cause: unknown) => {
      throw unproven(
        'What the provider sent is not signed as it must be, or not meant for this sign-in.',
        cause,
      )
    })
  const parsed = profile?.getAssertion?.() as { Assertion?: Element } | undefined
  if (!profile || !parsed?.Assertion) throw unproven('The provider did not say who signed in.')
  const bound = checkBinding(parsed.Assertion, { provider, service, now })
  const attributes = isJsonObject(profile.attributes) ? profile.attributes : {}
  return { ...bound, person: describe({ issuer: provider.entityId, subject: bound.nameId, attributes }) }
}

/**
 * Types of documents make bombs of entities, and comments cut names in two: no assertion needs either. What reads XML
 * after this takes time by the square of its tags and attributes, and anybody may send some: those of a provider have
 * some hundred, also for somebody in many groups. A tag in a tag is no XML at all, and its repair takes longest.
 */
function refuseTricks(response: string): void {
  if (response.length > LONGEST_RESPONSE) throw unproven('What the provider sent is too long.')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  const isOpen = xml.split('<').some((tag, at) => at > 0 && !tag.includes('>'))
  const isTrick = isOpen || /<!|<\?(?!xml[\s?])/i.test(xml)
  if (isTrick || MOST_OF.some(([mark, most]) => countOf(xml, mark) > most))
    throw unproven('What the provider sent holds what no assertion needs.')
  if (!isSignedSoundly(xml))
    throw unproven('The provider signs in a way that is not taken. Let it sign by RSA, with SHA-256.')
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'

/** What a signature may name: the library would take SHA-1 too, of which a signature can be made to fit another text. */
const ALGORITHMS = new Set([
  ...['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => `${MORE}${name}`),
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ...['sha256', 'sha512'].map((name) => `${ENCRYPTION}${name}`),
  `${DSIG}enveloped-signature`,
  ...['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'].flatMap(
    (name) => [name, `${name.replace(/#$/, '')}#WithComments`],
  ),
])

/** Every algorithm that is named, whatever a lenient reader of XML takes for blanks before its value, or for a value. */
function isSignedSoundly(xml: string): boolean {
  const named = [...xml.matchAll(/Algorithm[^\w"'<>=]*=\s*(?:"([^"]*)"|'([^']*)'|)/g)]
  return named.every(([, double, single]) => ALGORITHMS.has(double ?? single ?? ''))
}

/** How often a response may hold what costs time. */
const MOST_OF: readonly (readonly [mark: string, most: number])[] = [
  ['<', 600],
  ['=', 900],
  ['&', 300],
]

function countOf(text: string, mark: string): number {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1
  return count
}

/** An element as the library gives it: attributes under `$`, text under `_`, children by name. */
interface Element {
  $?: Record<string, string | undefined>
  _?: string
  [child: string]: Element[] | Record<string, string | undefined> | string | undefined
}

const childrenOf = (element: Element | undefined, name: string): Element[] => {
  const children = element?.[name]
  return Array.isArray(children) ? children : []
}
const onlyChild = (element: Element | undefined, name: string): Element | undefined => {
  const children = childrenOf(element, name)
  if (children.length > 1) throw unproven(`What the provider sent holds more than one ${name}.`)
  return children[0]
}
/** Bare elements come as plain texts. */
const wordsOf = (element: Element | string | undefined): string =>
  (typeof element === 'string' ? element : (element?._ ?? '')).trim()

function checkBinding(
  assertion: Element,
  { provider, service, now }: { provider: SamlProvider; service: SamlService; now: number },
): Omit<ReadAssertion, 'person'> & { nameId: string } {
  if (wordsOf(onlyChild(assertion, 'Issuer')) !== provider.entityId)
    throw unproven('What came was signed for another provider.')
  const conditions = onlyChild(assertion, 'Conditions')
  const audiences = childrenOf(conditions, 'AudienceRestriction')
  const isOurs = (each: Element) =>
    childrenOf(each, 'Audience').some((audience) => wordsOf(audience) === service.entityId)
  if (audiences.length === 0 || !audiences.every(isOurs))
    throw unproven('What the provider sent is meant for another product.')
  const subject = onlyChild(assertion, 'Subject')
  const nameId = wordsOf(onlyChild(subject, 'NameID'))
  const confirmation = childrenOf(subject, 'SubjectConfirmation').find(({ $ }) => $?.Method === BEARER)
  const facts = onlyChild(confirmation, 'SubjectConfirmationData')?.$ ?? {}
  const { Recipient: recipient, InResponseTo: inResponseTo, NotOnOrAfter: end } = facts
  if (recipient !== service.callbackUrl)
    throw unproven('What the provider sent is meant for another address.')
  const expiresAt = Date.parse(end ?? '')
  if (Number.isNaN(expiresAt) || expiresAt + CLOCKS_MAY_DIFFER_MS <= now)
    throw unproven('What the provider sent is too old. Try again.')
  const id = assertion.$?.ID
  if (!id || !inResponseTo || nameId === '' || nameId.length > 500)
    throw unproven('The provider did not say who signed in, or for which sign-in.')
  // Kept for longer than it counts anywhere, so that it cannot come twice.
  const keptUntil = Math.min(expiresAt, now + LONGEST_LIFE_MS) + 2 * CLOCKS_MAY_DIFFER_MS
  return { id, inResponseTo, nameId, expiresAt: keptUntil }
}

function describe({
  issuer,
  subject,
  attributes,
}: {
  issuer: string
  subject: string
  attributes: Record<string, unknown>
}): ProvenPerson {
  const first = (names: string[], longest?: number): string | null => {
    for (const name of names) {
      const value = attributes[name]
      const text = textOf(Array.isArray(value) ? value[0] : value, longest)
      if (text !== null) return text
    }
    return null
  }
  return {
    issuer,
    subject,
    email: addressOf(first(EMAIL_NAMES) ?? subject),
    // SAML has no word for it: the organisation that trusts its provider decides.
    isEmailVerified: undefined,
    name: first(PERSON_NAMES, 100),
  }
}

/** Our metadata, for the provider. */
export function writeSamlMetadata(service: SamlService): string {
  return generateServiceProviderMetadata({
    issuer: service.entityId,
    callbackUrl: service.callbackUrl,
    wantAssertionsSigned: true,
    identifierFormat: null,
  })
}
