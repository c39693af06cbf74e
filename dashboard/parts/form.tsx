import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface SegmentsProps<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: Option;
  onValue(value: Option): void;
}

/** A choice between a few words. */
export function Segments<Option extends string>({
  label,
  options,
  value,
  onValue,
}: SegmentsProps<Option>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onValue(option)} />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The label stands beside it. */
  readonly inline?: boolean;
  readonly children: ComponentChildren;
}

/** A labelled input. */
export function Field({ label, hint, inline = false, children }: FieldProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is given as the child
    <label class={inline ? 'inline-field' : 'field'}>
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface SuggestProps {
  readonly value: string;
  readonly names: readonly string[];
  readonly placeholder?: string;
  readonly required?: boolean;
  onValue(value: string): void;
}

/** A text with known names to choose from. */
export function Suggest({ value, names, placeholder, required, onValue }: SuggestProps): JSX.Element {
  const listId = useId();
  return (
    <>
      <input
        list={listId}
        value={value}
        placeholder={placeholder}
        required={required}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface TagsFieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly values: readonly string[];
  readonly names: readonly string[];
  readonly placeholder?: string;
  onValues(values: readonly string[]): void;
}

/** Several words: typed and ended with Enter or a comma, or chosen; each can be taken away again. */
export function TagsField({
  label,
  hint,
  values,
  names,
  placeholder,
  onValues,
}: TagsFieldProps): JSX.Element {
  const listId = useId();
  const inputId = useId();
  const add = (input: HTMLInputElement) => {
    const word = input.value.replaceAll(',', '').trim();
    input.value = '';
    if (word !== '' && !values.includes(word)) onValues([...values, word]);
  };
  return (
    <div class="field">
      <label for={inputId}>
        <span>{label}</span>
      </label>
      <div class="tags-box">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            class="chip"
            title={`Remove ${value}`}
            onClick={() => onValues(values.filter((other) => other !== value))}
          >
            {value}
            <span aria-hidden="true">×</span>
            <span class="unseen">, remove</span>
          </button>
        ))}
        <input
          id={inputId}
          list={listId}
          placeholder={values.length === 0 ? placeholder : undefined}
          spellcheck={false}
          autocomplete="off"
          onKeyDown={(event) => {
            const input = event.currentTarget;
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault();
              add(input);
            } else if (event.key === 'Backspace' && input.value === '') onValues(values.slice(0, -1));
          }}
          onInput={(event) => {
            if (names.includes(event.currentTarget.value)) add(event.currentTarget);
          }}
          onBlur={(event) => add(event.currentTarget)}
        />
        <datalist id={listId}>
          {names
            .filter((name) => !values.includes(name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </div>
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
}
