const SECRET_FORMS = [
  /sk-[A-Za-z0-9_-]{20,200}/,
  /(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,200}/,
  /gsk_[A-Za-z0-9]{20,200}/,
  /xai-[A-Za-z0-9]{20,200}/,
  /pcsk_[A-Za-z0-9_]{20,200}/,
  /hf_[A-Za-z0-9]{20,200}/,
  /tvly-[A-Za-z0-9-]{16,200}/,
  /AIza[0-9A-Za-z_-]{35}/,
  /(?:AKIA|ASIA)[0-9A-Z]{16}/,
  /gh[pousr]_[A-Za-z0-9]{30,255}/,
  /github_pat_[A-Za-z0-9_]{22,255}/,
  /glpat-[A-Za-z0-9_-]{20,200}/,
  /xox[abposr]-[A-Za-z0-9-]{10,200}/,
  /SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/,
  /eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/,
  /[Bb]earer\s[A-Za-z0-9._~+/-]{20,2000}=*/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,10000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/,
  /(?<=[?&](?:api[-_]?[kK]ey|access[-_]?[tT]oken|auth[-_]?[tT]oken|client[-_]?[sS]ecret|token|secret|password|sig|signature|X-Amz-Signature)=)[^\s&#"'<>{}]{8,2000}/,
  /(?<=:\/\/[^\s/:@"']{0,100}:)[^\s/:@"'{}]{3,200}(?=@)/,
]
  .map((form) => form.source)
  .join('|')

/** A secret begins after anything that is no part of one, or after a line break that is written as `\\n`. */
const BEGIN = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))`
const SECRETS = new RegExp(`${BEGIN}(?:${SECRET_FORMS})`, 'g')

/** What every secret has in it: most texts are done with after this. */
const HINT =
  /sk[-_]|[pr]k_|xai-|hf_|tvly-|AIza|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|SG\.|eyJ|earer\s|PRIVATE KEY|:\/\/|[?&][\w-]{3,20}=/

/** True when a text holds something in the form of a known vendor's key, a token, a private key or a password in a URL. */
export function holdsSecret(text: string): boolean {
  return HINT.test(text) && text.search(SECRETS) >= 0
}

/** Takes everything out of a text that has the form of a secret. */
export function removeSecrets(text: string): string {
  return HINT.test(text) ? text.replace(SECRETS, '') : text
}
