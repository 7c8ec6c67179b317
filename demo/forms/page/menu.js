for (const button of document.querySelectorAll('button')) button.onclick = () => done(button.textContent);
