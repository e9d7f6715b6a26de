import { Textarea, TextInput } from '@mantine/core'
import type { InputDefinition } from '@runnel/contract'
import { type ClipboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'
import { VariableMenu } from '../variable-menu.tsx'
import { FieldFrame } from './field-frame.tsx'
import { LARGE_TEXT, LargeText } from './large-text.tsx'

/** A text of one or several lines; where references are accepted, a menu writes them at the caret. */
export function TextField({ action, ...props }: FieldProps & { action?: ReactNode }) {
  const { input, path, value } = props
  const id = useId()
  const model = useFormModel()
  const text = textOf(shownValue(input, value))
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const change = (next: string) => setValue(model, path, readBack(input.type, next))
  const insert = (reference: string) => {
    const { start, end } = selectionOf(field, text)
    change(text.slice(0, start) + reference + text.slice(end))
    placeCaret(field, start + reference.length)
  }
  const hasMenu = input.acceptVariable === true && !model.isReadOnly
  return (
    <FieldFrame
      id={id}
      label={input.label || input.name}
      isOptional={input.optional}
      description={input.description}
      path={path}
      action={action ?? (hasMenu ? <VariableMenu label={input.label} onPick={insert} /> : null)}
    >
      <TextInField {...props} id={id} text={text} field={field} onChange={change} />
    </FieldFrame>
  )
}

interface TextInFieldProps extends FieldProps {
  id: string
  text: string
  field: TextElement
  onChange: (text: string) => void
}

function TextInField({ input, path, id, text, field, onChange }: TextInFieldProps) {
  const model = useFormModel()
  // Decided when a text comes, not while it is typed: a field must not change under the hands.
  const [caret, setCaret] = useState<number | undefined>(text.length > LARGE_TEXT ? -1 : undefined)
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.length + text.length <= LARGE_TEXT) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value: written } = event.currentTarget
    onChange(written.slice(0, selectionStart) + pasted + written.slice(selectionEnd))
    setCaret(selectionStart + pasted.length)
  }
  const parts = {
    id,
    ref: field,
    value: text,
    'aria-describedby': `${id}-help`,
    'aria-invalid': model.errorAt(path) !== undefined,
    placeholder: input.placeholder ?? '',
    disabled: model.isReadOnly,
  }
  if (!hasLines(input)) {
    return (
      <TextInput
        {...parts}
        inputMode={input.type === 'number' ? 'decimal' : 'text'}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (caret !== undefined) {
    return (
      <LargeText
        labelledBy={`${id}-label`}
        describedBy={`${id}-help`}
        value={text}
        isReadOnly={model.isReadOnly}
        focusAt={caret < 0 ? undefined : caret}
        onChange={onChange}
      />
    )
  }
  return (
    <Textarea
      {...parts}
      classNames={{ input: 'text-lines' }}
      rows={input.rows ?? 1}
      styles={{ input: { minHeight: `calc(${input.rows ?? 1}lh + 18px)` } }}
      onPaste={paste}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function hasLines({ rows, acceptVariable, type }: InputDefinition): boolean {
  return rows !== undefined || (acceptVariable === true && type === 'string')
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
