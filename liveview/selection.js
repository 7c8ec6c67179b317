// The text that is selected, for the clipboard; never that of a password.
(() => {
  let el = document.activeElement;
  while (el?.shadowRoot?.activeElement) el = el.shadowRoot.activeElement;
  if (el?.matches('input, textarea') && el.type !== 'password') return el.value.slice(el.selectionStart ?? 0, el.selectionEnd ?? 0);
  return String(getSelection());
})()
