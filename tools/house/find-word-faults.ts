import { isDataFile, isTestFile } from '../files/file-kinds.ts'

interface WordRule {
  readonly pattern: RegExp
  readonly advice: string
  readonly appliesTo: (path: string) => boolean
}

const isWritten = (path: string): boolean => !isDataFile(path)

/** A process that starts tells nobody but its console, which is looked at again and again until it is due. */
const STARTS_PROCESSES = 'e2e/support/start-product.ts'

/* The patterns are put together from parts so that this file does not break its own rules. */
const WORD_RULES: readonly WordRule[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w./-])/(?:${'wo'}${'rk'}|${'ro'}${'ot'})/`),
    advice: 'names a folder of one machine',
    appliesTo: isWritten,
  },
  {
    pattern: new RegExp(`/tmp/${'bri'}${'ef'}|/${'sha'}${'red'}/reference`),
    advice: 'names a folder of one machine',
    appliesTo: isWritten,
  },
  {
    pattern: new RegExp(`https?://[^\\s"'/]*${'regis'}${'try'}|${'regis'}${'try'}\\.npm`, 'i'),
    advice: 'names a package host: the lockfile and the code stay free of it',
    appliesTo: () => true,
  },
  {
    pattern: /\b(?:ARCHITECTURE|SPEC)(?:\.md| §)|\bstyle-anchors\b|\bstack\.md\b/,
    advice: 'points to a document that is not in the repository',
    appliesTo: isWritten,
  },
  {
    pattern: /\b(?:test|it|describe|suite|bench)\.(?:only|skip|skipIf|runIf|todo|fails)\b/,
    advice: 'leaves tests out',
    appliesTo: isTestFile,
  },
  {
    pattern: new RegExp(`\\.${'waitFor'}${'Timeout'}\\(|\\.poll\\(.*\\btimeout: [1-9](?:_?\\d{3})?\\b`),
    advice: 'waits by a clock of its own: wait for what is to come, as long as vitest.config.ts says',
    appliesTo: isTestFile,
  },
  {
    pattern: new RegExp(
      `\\b${'set'}${'Timeout'}\\(\\s*\\w+\\s*,(?!\\s*0\\b)|\\bawait ${'set'}${'Timeout'}\\(|['"](?:node:)?timers/${'promises'}['"]`,
    ),
    advice: 'pauses for a time of its own: wait for what is to come',
    appliesTo: (path) => path.startsWith('e2e/') && path !== STARTS_PROCESSES,
  },
]

/** Finds words that have no place in the repository; one sentence with path and line each. */
export function findWordFaults(path: string, text: string): string[] {
  const rules = WORD_RULES.filter((rule) => rule.appliesTo(path))
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules.filter((rule) => rule.pattern.test(line)).map((rule) => `${path}:${index + 1} ${rule.advice}.`),
    )
}
