// A form in a shadow root, with its button in another one.
customElements.define('x-button', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<button type="button"><span>Send ticket</span></button>';
  }
});
customElements.define('x-ticket', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.append(document.getElementById('box').content.cloneNode(true));
    root.querySelector('x-button').addEventListener('click', () =>
      done(`${root.querySelector('[name=subject]').value}|${root.querySelector('[name=details]').value}`));
  }
});
