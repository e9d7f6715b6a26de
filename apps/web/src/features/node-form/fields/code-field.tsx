import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { namesInSandbox } from '../code/code-knowledge.ts'
import { readCodeInputs } from '../code/read-code-inputs.ts'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { jsonTextOf, shownValue } from '../read-value.ts'
import { VariableMenu } from '../variable-menu.tsx'
import { FieldFrame } from './field-frame.tsx'
import { LazyCodeEditor } from './lazy-code-editor.tsx'

/** Code or JSON. It is kept as text, word for word; JSON that cannot be read says so at once. */
export function CodeField({ input, owner, path, value }: FieldProps) {
  const id = useId()
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const text = jsonTextOf(shownValue(input, value))
  const names = useCodeNames(input, owner)
  const isBroken = input.type === 'json' && !isJson(text)
  const append = (reference: string) => setValue(model, path, `${text}${reference}`)
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={isBroken ? t('json.broken') : input.description}
      path={path}
      action={
        input.acceptVariable && !model.isReadOnly ? (
          <VariableMenu label={input.label} onPick={append} />
        ) : null
      }
    >
      <LazyCodeEditor
        labelledBy={`${id}-label`}
        describedBy={`${id}-help`}
        language={languageOf(input.type, input.codeLanguage)}
        value={text}
        placeholder={input.placeholder}
        isReadOnly={model.isReadOnly}
        names={names}
        onChange={(next) => setValue(model, path, next)}
      />
    </FieldFrame>
  )
}

const VARIABLE = /^\{\{\$(vars|flow\.state)\.([\w$]+)\}\}$/

/** What code of the sandbox may name here; undefined for what is no such code. */
function useCodeNames(input: FieldProps['input'], owner: FieldProps['owner']) {
  const { listVariables } = useFormModel()
  return useMemo(() => {
    if (input.readsNamesOf === undefined) return undefined
    const offered = listVariables().flatMap(({ choices }) =>
      choices.flatMap(({ insert }) => [VARIABLE.exec(insert)]),
    )
    const namesOf = (place: string) =>
      offered.flatMap((found) => (found?.[1] === place ? [found[2] ?? ''] : []))
    const inputs = readCodeInputs(input, owner)
    return namesInSandbox({ inputs, variables: namesOf('vars'), state: namesOf('flow.state') })
  }, [input, owner, listVariables])
}

function languageOf(type: string, codeLanguage: string | undefined): 'javascript' | 'json' | 'text' {
  if (type === 'json' || codeLanguage === 'json') return 'json'
  return codeLanguage === undefined || codeLanguage === 'js' ? 'javascript' : 'text'
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
