import { API_PREFIX } from '@runnel/contract'
import type { AnonymousRequest } from './anonymous-request.ts'

/** Just below what a form of a provider of SAML may hold: its signs `<`, and its characters in Base64. */
const MOST_TAGS = 560
const MOST_CHARACTERS = 70_000

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A response whose signature fits nothing, with more in what it covers and in what it signs. */
function response({ covered = '', signed = '' }: { covered?: string; signed?: string }): string {
  const reference = `<ds:Reference URI="#a"><ds:Transforms><ds:Transform Algorithm="${C14N}"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`
  const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${C14N}"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${reference}${signed}</ds:SignedInfo>`
  const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue>${'A'.repeat(340)}</ds:SignatureValue></ds:Signature>`
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="r"><Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="a">${signature}${covered}</Assertion></samlp:Response>`
  return Buffer.from(xml).toString('base64')
}

const nested = (tag: (at: number) => string) =>
  `${Array.from({ length: MOST_TAGS / 2 }, (_, at) => tag(at)).join('')}${'</a>'.repeat(MOST_TAGS / 2)}`

/** Forms that are read to their end, and one that is not. */
const FORMS: Readonly<Record<string, () => string>> = {
  'a form of SAML with many elements': () => response({ covered: '<a/>'.repeat(MOST_TAGS) }),
  'a form of SAML with many signed elements': () => response({ signed: '<a/>'.repeat(MOST_TAGS) }),
  'a form of SAML with many levels': () => response({ covered: nested(() => '<a>') }),
  'a form of SAML with many names': () => response({ signed: nested((at) => `<a xmlns:a${at}="v${at}">`) }),
  'a form of SAML with a long text': () => response({ covered: 'x'.repeat(MOST_CHARACTERS) }),
  'a form of SAML with too many elements': () => response({ covered: '<a/>'.repeat(900) }),
}

/** Sign-ins by the providers of an organisation, whose settings and answers are those of a stranger too. */
export function signOnRequests(organizationId: string): AnonymousRequest[] {
  const begin = (name: string): AnonymousRequest => ({
    name: `a sign-in by ${name} that begins`,
    method: 'GET',
    path: `${API_PREFIX}/${name}/login?organizationId=${organizationId}`,
  })
  const forms = Object.entries(FORMS).map(
    ([name, make]): AnonymousRequest => ({
      name,
      method: 'POST',
      path: `${API_PREFIX}/saml/${organizationId}/callback`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: () => new URLSearchParams({ SAMLResponse: make() }).toString(),
    }),
  )
  return [begin('oidc'), begin('saml'), ...forms]
}
