const edit = document.querySelector('[contenteditable]');
let keys = 0;
edit.addEventListener('beforeinput', () => keys++); // an editor that keeps its own model sees each change
document.querySelector('[aria-label=Bold]').onclick = () => (edit.focus(), document.execCommand('bold'));
for (const b of document.querySelectorAll('button')) if (b.textContent === 'Publish') b.onclick = () => done(keys > 0 ? edit.innerText.trim() : 'not typed');
