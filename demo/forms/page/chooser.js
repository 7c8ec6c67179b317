// A hidden file field behind a button.
const input = document.querySelector('[type=file]');
const [pick, save] = document.querySelectorAll('button');
pick.onclick = () => input.click();
save.onclick = async () => done(input.files.length ? `${input.files[0].name}|${(await input.files[0].text()).trim()}` : 'none');
