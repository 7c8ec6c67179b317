// An editor with a toolbar: what is published is HTML.
const edit = document.querySelector('[contenteditable]');
let keys = 0;
edit.addEventListener('beforeinput', () => keys++); // an editor that keeps its own model sees each change
const tool = (name, use) => (document.querySelector(`[aria-label=${name}]`).onclick = () => (edit.focus(), use()));
tool('Bold', () => document.execCommand('bold'));
tool('List', () => document.execCommand('insertUnorderedList'));
tool('Link', () => document.execCommand('createLink', false, prompt('Where to?')));
for (const b of document.querySelectorAll('button')) if (b.textContent === 'Publish') b.onclick = () => done(keys > 0 ? edit.innerHTML.replaceAll('&nbsp;', ' ') : 'not typed');
