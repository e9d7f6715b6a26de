import { Textarea, TextInput } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'
import { VariableMenu } from '../variable-menu.tsx'
import { FieldFrame } from './field-frame.tsx'

const MAX_ROWS = 16

/** A text of one or several lines; where references are accepted, a menu writes them at the caret. */
export function TextField({ input, path, value }: FieldProps) {
  const id = useId()
  const model = useFormModel()
  const area = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const text = textOf(shownValue(input, value))
  const change = (next: string) => setValue(model, path, readBack(input.type, next))
  const insert = (reference: string) => {
    const { start, end } = selectionOf(area, text)
    change(text.slice(0, start) + reference + text.slice(end))
    placeCaret(area, start + reference.length)
  }
  const parts = {
    id,
    ref: area,
    value: text,
    'aria-describedby': `${id}-help`,
    'aria-invalid': model.errorAt(path) !== undefined,
    placeholder: input.placeholder ?? '',
    disabled: model.isReadOnly,
  }
  const hasLines = input.rows !== undefined || (input.acceptVariable === true && input.type === 'string')
  return (
    <FieldFrame
      id={id}
      label={input.label || input.name}
      isOptional={input.optional}
      description={input.description}
      path={path}
      action={
        input.acceptVariable && !model.isReadOnly ? (
          <VariableMenu label={input.label} onPick={insert} />
        ) : null
      }
    >
      {hasLines ? (
        <Textarea
          {...parts}
          autosize
          minRows={input.rows ?? 1}
          maxRows={MAX_ROWS}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...parts}
          inputMode={input.type === 'number' ? 'decimal' : 'text'}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

/** A switch that also takes a reference holds true and false as such. */
function readBack(type: string, text: string): string | boolean {
  if (type !== 'boolean') return text
  if (text === 'true') return true
  return text === 'false' ? false : text
}

type TextElement = RefObject<(HTMLTextAreaElement & HTMLInputElement) | null>

function selectionOf({ current }: TextElement, text: string): { start: number; end: number } {
  return { start: current?.selectionStart ?? text.length, end: current?.selectionEnd ?? text.length }
}

function placeCaret({ current }: TextElement, at: number): void {
  requestAnimationFrame(() => {
    current?.focus()
    current?.setSelectionRange(at, at)
  })
}
