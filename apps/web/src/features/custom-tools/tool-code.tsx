import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { namesInSandbox } from '../node-form/code/code-knowledge.ts'
import { LazyCodeEditor } from '../node-form/fields/lazy-code-editor.tsx'
import '../node-form/node-form.css'
import { useVariableNames } from '../variables/use-variable-names.ts'
import { type DraftRow, findRowFaults } from './tool-draft.ts'

interface ToolCodeProps {
  rows: readonly DraftRow[]
  code: string
  error: ReactNode
  onChange: (code: string) => void
}

const EXAMPLE = `const answer = await fetch('https://api.example.com/weather?town=' + $town)
return await answer.text()
`

/** The code of a tool, and what it can read and call, with the types. */
export function ToolCode({ rows, code, error, onChange }: ToolCodeProps) {
  const { t } = useTranslation('custom-tools')
  const id = useId()
  const variables = useVariableNames()
  const faults = findRowFaults(rows)
  const inputs = rows.filter(({ key }) => !faults.has(key))
  const typed = inputs.map(({ property, type, required }) => ({
    name: property.trim(),
    type: `${WRITTEN_TYPES[type]}${required ? '' : ' | null'}`,
  }))
  return (
    <div className="field" data-invalid={error ? 'error' : undefined}>
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>
          {t('code.label')}
          <span className="field-required" aria-hidden>
            {' *'}
          </span>
        </label>
      </div>
      <LazyCodeEditor
        labelledBy={`${id}-label`}
        describedBy={`${id}-help`}
        language="javascript"
        value={code}
        placeholder={EXAMPLE}
        isReadOnly={false}
        names={namesInSandbox({ inputs: typed, ...(variables && { variables }) })}
        onChange={onChange}
      />
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : null}
      <div className="field-help tool-code-help" id={`${id}-help`}>
        <p>{t('code.help')}</p>
        <dl>
          {inputs.map(({ key, property, type, required }) => (
            <Known
              key={key}
              name={`$${property.trim()}: ${WRITTEN_TYPES[type]}${required ? '' : ' | null'}`}
              text={t(required ? 'code.input' : 'code.optionalInput')}
            />
          ))}
          <Known name="$vars: Record<string, string>" text={t('code.vars')} />
          <Known
            name="$flow: { input, state, chatflowId, chatId, sessionId, apiMessageId }"
            text={t('code.flow')}
          />
          <Known name="fetch, axios, require('node-fetch')" text={t('code.calls')} />
        </dl>
      </div>
    </div>
  )
}

const WRITTEN_TYPES = { string: 'string', number: 'number', boolean: 'boolean', date: 'string' } as const

function Known({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>{text}</dd>
    </>
  )
}
