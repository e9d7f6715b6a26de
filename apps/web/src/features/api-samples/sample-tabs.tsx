import { Tabs } from '@mantine/core'
import { CodeBlock } from '../chat/markdown/code-block.tsx'
import '../chat/markdown/markdown.css'
import type { SampleLanguage } from './literals.ts'

const languages: Record<SampleLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
}

interface SampleTabsProps {
  /** What is chosen: a language. */
  label: string
  write: (language: SampleLanguage) => string
}

/** A call of the API as programs to copy. */
export function SampleTabs({ label, write }: SampleTabsProps) {
  return (
    <Tabs defaultValue="curl">
      <Tabs.List aria-label={label}>
        {Object.entries(languages).map(([language, name]) => (
          <Tabs.Tab key={language} value={language}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {(Object.keys(languages) as SampleLanguage[]).map((language) => (
        <Tabs.Panel key={language} value={language} pt="sm" className="markdown">
          <CodeBlock language={languages[language]} text={write(language)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
